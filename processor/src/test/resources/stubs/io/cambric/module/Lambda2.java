package io.cambric.module;

public final class Lambda2<A, B, R> extends Module<Lambda2<A, B, R>> {
  private Lambda2(ModuleType<Lambda2<A, B, R>> type, Handle handle, Record definition) {
    super(type, handle, definition);
  }

  public R call(A first, B second) {
    throw new UnsupportedOperationException();
  }
}
