package io.cambric.scope;

import io.cambric.core.Trace;
import org.jspecify.annotations.Nullable;

/**
 * The state shared by all scopes of one call, or of one run of a lifted function. Mutable: a call
 * ends, and is suspended while a lifted function runs on copies of its scopes.
 */
final class ScopeRoot {

  private final boolean initializing;
  private final @Nullable Scope outer;
  private final @Nullable LiftedFrom from;
  private final @Nullable CreationLog creations;
  private final @Nullable Audit audit;
  private final Trace trace = Trace.current();
  private volatile boolean finished;
  private @Nullable String liftedBy;

  private ScopeRoot(
      boolean initializing,
      @Nullable Scope outer,
      @Nullable LiftedFrom from,
      @Nullable CreationLog creations,
      @Nullable Audit audit) {
    this.initializing = initializing;
    this.outer = outer;
    this.from = from;
    this.creations = creations;
    this.audit = audit;
  }

  /** The root of an init, apply or bind. */
  static ScopeRoot ofCall(boolean initializing, @Nullable Audit audit) {
    return new ScopeRoot(initializing, null, null, null, audit);
  }

  /** The root of one run of a lifted function. */
  static ScopeRoot ofLift(Scope outer, LiftedFrom from, @Nullable CreationLog creations) {
    var audit = outer.root().audit();
    return new ScopeRoot(
        outer.isInitializing(),
        outer,
        from,
        creations,
        audit == null ? null : audit.below(outer.values().place()));
  }

  boolean initializing() {
    return initializing;
  }

  /** The scope outside of the lifted function; null in a call that is not lifted. */
  @Nullable Scope outer() {
    return outer;
  }

  /**
   * The variables that the transformation of the lifted function takes; null in a call that is not
   * lifted.
   */
  @Nullable LiftedFrom from() {
    return from;
  }

  /** The log of created variables; null for none. */
  @Nullable CreationLog creations() {
    return creations;
  }

  /** The check that variables fit; null for none. */
  @Nullable Audit audit() {
    return audit;
  }

  /** Refuses scopes of calls that are over, or suspended while a lifted function runs. */
  void requireUsable(Scope scope) {
    if (finished) {
      throw outer != null ? ScopeErrors.invalidAfterLift(scope) : ScopeErrors.invalid(scope);
    }
    if (liftedBy != null) {
      throw ScopeErrors.outsideLift(scope, liftedBy);
    }
  }

  /** Refuses writes and draws that would leak, since they are in another trace than the call. */
  void requireOwnTrace(Scope scope, String what) {
    requireUsable(scope);
    if (Trace.current() != trace) {
      throw ScopeErrors.mixedTransformations(scope, what, Trace.current());
    }
  }

  void finish() {
    finished = true;
  }

  /** Sets the running transformation, and returns the previous one. */
  @Nullable String lift(@Nullable String transformation) {
    var before = liftedBy;
    liftedBy = transformation;
    return before;
  }
}
