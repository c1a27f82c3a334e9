package io.cambric.scope;

import io.cambric.core.Trace;
import org.jspecify.annotations.Nullable;

/**
 * What all scopes of one call, or of one run of a lifted function, share; mutable in that the call
 * ends, and rests while a lifted function runs on copies of its scopes.
 */
final class ScopeRoot {

  private final boolean initializing;
  private final @Nullable CreationLog creations;
  private final Trace trace = Trace.current();
  private volatile boolean finished;
  private @Nullable String liftedBy;

  ScopeRoot(boolean initializing, @Nullable CreationLog creations) {
    this.initializing = initializing;
    this.creations = creations;
  }

  boolean initializing() {
    return initializing;
  }

  /** Where to note what variables are made with; null if nobody asks. */
  @Nullable CreationLog creations() {
    return creations;
  }

  /** Refuses scopes of calls that are over, or that rest while a lifted function runs. */
  void requireUsable(Scope scope) {
    if (finished) {
      throw ScopeErrors.invalid(scope);
    }
    if (liftedBy != null) {
      throw ScopeErrors.outsideLift(scope, liftedBy);
    }
  }

  /** Refuses what would leak: writing or drawing in another trace than that of the call. */
  void requireOwnTrace(Scope scope, String what) {
    requireUsable(scope);
    if (Trace.current() != trace) {
      throw ScopeErrors.mixedTransformations(scope, what, Trace.current());
    }
  }

  void finish() {
    finished = true;
  }

  /** Sets the transformation that runs, and returns the one that did before. */
  @Nullable String lift(@Nullable String transformation) {
    var before = liftedBy;
    liftedBy = transformation;
    return before;
  }
}
