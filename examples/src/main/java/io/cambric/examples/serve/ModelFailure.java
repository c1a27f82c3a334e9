package io.cambric.examples.serve;

/** A failure of the model, which is no mistake of the request. */
final class ModelFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Wraps a failure.
   *
   * @param version of the model, which the answer names; the log has the rest
   */
  ModelFailure(String version, RuntimeException cause) {
    super(
        "The model \"%s\" failed; the log of the service has the reason.".formatted(version),
        cause);
  }
}
