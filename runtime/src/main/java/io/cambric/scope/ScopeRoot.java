package io.cambric.scope;

/** What all scopes of one call share; mutable in that the call ends. */
final class ScopeRoot {

  private final boolean initializing;
  private volatile boolean finished;

  ScopeRoot(boolean initializing) {
    this.initializing = initializing;
  }

  boolean initializing() {
    return initializing;
  }

  boolean finished() {
    return finished;
  }

  void finish() {
    finished = true;
  }
}
