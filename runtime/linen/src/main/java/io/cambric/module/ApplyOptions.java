package io.cambric.module;

import io.cambric.numpy.Key;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Rngs;

/**
 * Options of one init or apply, such as mutable collections and random streams. A static import
 * begins them, and further calls add to the result.
 *
 * {@snippet :
 * model.apply(variables, mutable("batch_stats").rng("dropout", key), m -> m.call(images, true));
 * }
 */
public sealed interface ApplyOptions permits CallOptions {

  /** {@return no options: nothing is mutable, no random stream} */
  static CallOptions none() {
    return CallOptions.NONE;
  }

  /** {@return these collections may be written} */
  static CallOptions mutable(String... collections) {
    return CallOptions.NONE.mutable(collections);
  }

  /** {@return the collections that a filter matches may be written} */
  static CallOptions mutable(CollectionFilter collections) {
    return CallOptions.NONE.mutable(collections);
  }

  /** {@return a random stream is given} */
  static CallOptions rng(String stream, Key key) {
    return CallOptions.NONE.rng(stream, key);
  }

  /** {@return random streams are given} */
  static CallOptions rngs(Rngs rngs) {
    return CallOptions.NONE.rngs(rngs);
  }

  /** {@return the output of each {@code call} is stored in collection {@code intermediates}} */
  static CallOptions captureIntermediates() {
    return CallOptions.NONE.captureIntermediates();
  }

  /** {@return the outputs that a filter chooses are stored in collection {@code intermediates}} */
  static CallOptions captureIntermediates(CaptureFilter filter) {
    return CallOptions.NONE.captureIntermediates(filter);
  }

  /**
   * {@return strict checks: an apply ends with one exception that names all misfit variables; see
   * {@link CallOptions#strict}}
   */
  static CallOptions strict() {
    return CallOptions.NONE.strict();
  }

  /** {@return an interceptor is run around each module method} */
  static CallOptions intercept(Interceptor interceptor) {
    return CallOptions.NONE.intercept(interceptor);
  }
}
