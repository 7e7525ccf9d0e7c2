"""Alembic's entry: runs the revisions on the connection it is given, inside that connection's transaction."""

from alembic import context

# One transaction for all revisions: a crash leaves the database as it was.
context.configure(
    connection=context.config.attributes["connection"], transactional_ddl=True, transaction_per_migration=False
)
context.run_migrations()
