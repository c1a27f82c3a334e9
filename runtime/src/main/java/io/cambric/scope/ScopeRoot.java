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

  /** The trace that was current when the call began: values written in others would leak. */
  Trace trace() {
    return trace;
  }

  boolean finished() {
    return finished;
  }

  void finish() {
    finished = true;
  }

  /** The transformation that runs a function on copies of these scopes; null if none does. */
  @Nullable String liftedBy() {
    return liftedBy;
  }

  /** Sets the transformation that runs, and returns the one that did before. */
  @Nullable String lift(@Nullable String transformation) {
    var before = liftedBy;
    liftedBy = transformation;
    return before;
  }
}
