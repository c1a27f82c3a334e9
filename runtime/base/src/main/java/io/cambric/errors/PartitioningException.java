package io.cambric.errors;

/**
 * The axes of a partitioned variable do not fit a lifted transformation or a collective.
 *
 * <p>Say in the transformation what the new axis is called, with {@code partitionName}. A sharded
 * axis has a size that is a multiple of the number of lanes. Gradients of shards are averaged by
 * {@link io.cambric.scope.Shards#pmean Shards.pmean}.
 */
public final class PartitioningException extends ScopeException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public PartitioningException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public PartitioningException(String message, Throwable cause) {
    super(message, cause);
  }
}
