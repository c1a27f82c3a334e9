package io.cambric.module;

import io.cambric.numpy.Key;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Rngs;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Options of one init or apply, as {@link ApplyOptions} begins them; an immutable value. */
public final class CallOptions implements ApplyOptions {

  static final CallOptions NONE = new CallOptions(null, Rngs.none(), null, List.of(), false);

  private static final String INTERMEDIATES = "intermediates";

  private final @Nullable CollectionFilter mutable;
  private final Rngs rngs;
  private final @Nullable CaptureFilter capture;
  private final List<Interceptor> interceptors;
  private final boolean strict;

  private CallOptions(
      @Nullable CollectionFilter mutable,
      Rngs rngs,
      @Nullable CaptureFilter capture,
      List<Interceptor> interceptors,
      boolean strict) {
    this.mutable = mutable;
    this.rngs = rngs;
    this.capture = capture;
    this.interceptors = interceptors;
    this.strict = strict;
  }

  /** {@return these options with more collections that may be written} */
  public CallOptions mutable(String... collections) {
    return mutable(CollectionFilter.of(collections));
  }

  /** {@return these options with more collections that may be written} */
  public CallOptions mutable(CollectionFilter collections) {
    return new CallOptions(
        mutable == null ? collections : mutable.union(collections),
        rngs,
        capture,
        interceptors,
        strict);
  }

  /** {@return these options with a random stream} */
  public CallOptions rng(String stream, Key key) {
    return new CallOptions(mutable, rngs.stream(stream, key), capture, interceptors, strict);
  }

  /** {@return these options with more random streams} */
  public CallOptions rngs(Rngs more) {
    return new CallOptions(mutable, rngs.with(more), capture, interceptors, strict);
  }

  /** {@return these options, storing the output of each {@code call} as an intermediate} */
  public CallOptions captureIntermediates() {
    return captureIntermediates(CaptureFilter.calls());
  }

  /** {@return these options, storing the outputs that a filter chooses as intermediates} */
  public CallOptions captureIntermediates(CaptureFilter filter) {
    return new CallOptions(mutable, rngs, filter, interceptors, strict);
  }

  /** {@return these options with an interceptor inside the present ones} */
  public CallOptions intercept(Interceptor interceptor) {
    var more = new ArrayList<>(interceptors);
    more.add(interceptor);
    return new CallOptions(mutable, rngs, capture, List.copyOf(more), strict);
  }

  /**
   * {@return these options with strict checks: an apply ends with one exception that names all
   * misfit variables} A variable is a misfit if it is unused, missing, or of another shape or dtype
   * than its initializer yields.
   */
  public CallOptions strict() {
    return new CallOptions(mutable, rngs, capture, interceptors, true);
  }

  boolean isStrict() {
    return strict;
  }

  Rngs rngs() {
    return rngs;
  }

  /** {@return the mutable collections, given the default} */
  CollectionFilter mutableOr(CollectionFilter otherwise) {
    var chosen = mutable == null ? otherwise : mutable;
    return capture == null ? chosen : chosen.union(CollectionFilter.of(INTERMEDIATES));
  }

  /** {@return the hooks of these options, inside the outer ones} */
  Hooks hooks(Hooks around) {
    if (interceptors.isEmpty() && capture == null && around.interceptors().isEmpty()) {
      return Hooks.NONE;
    }
    var all = new ArrayList<>(around.interceptors());
    all.addAll(interceptors);
    return new Hooks(List.copyOf(all), capture);
  }

  /** {@return the mutable collections, the random streams, and the other options} */
  @Override
  public String toString() {
    return "CallOptions[mutable=%s, rngs=%s%s%s%s]"
        .formatted(
            mutable == null ? "default" : mutable,
            rngs.keys().keySet(),
            capture == null ? "" : ", capturing intermediates",
            interceptors.isEmpty() ? "" : ", interceptors: " + interceptors.size(),
            strict ? ", strict" : "");
  }
}
