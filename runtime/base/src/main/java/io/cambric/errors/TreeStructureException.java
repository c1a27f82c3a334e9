package io.cambric.errors;

/**
 * Two pytrees have different structures but must have the same, or a value cannot be a pytree.
 *
 * <p>The message names the path at which they part. Build both from the same records, lists and
 * maps.
 */
public final class TreeStructureException extends ArrayException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with its whole message. */
  public TreeStructureException(String message) {
    super(message);
  }

  /** Makes the exception with its whole message and the failure that led to it. */
  public TreeStructureException(String message, Throwable cause) {
    super(message, cause);
  }
}
