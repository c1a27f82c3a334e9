package io.cambric.module;

import io.cambric.numpy.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.Lifting;
import io.cambric.transform.function.Fn;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

public abstract class Module<M extends Module<M>> {
  private final Record definition;

  protected Module(ModuleType<M> type, Handle handle, Record definition) {
    this.definition = definition;
  }

  public final Optional<String> name() {
    throw new UnsupportedOperationException();
  }

  public final M named(String name) {
    throw new UnsupportedOperationException();
  }

  public final M detached() {
    throw new UnsupportedOperationException();
  }

  public final M copy() {
    throw new UnsupportedOperationException();
  }

  public final M lifted(Lifting lifting, String... methods) {
    throw new UnsupportedOperationException();
  }

  public final M jit(String... methods) {
    throw new UnsupportedOperationException();
  }

  public final Variables init(Key key, Fn<M, ?> f) {
    throw new UnsupportedOperationException();
  }

  public final Variables init(Rngs rngs, Fn<M, ?> f) {
    throw new UnsupportedOperationException();
  }

  public final <R> Initialized<R> initWithOutput(Key key, Fn<M, R> f) {
    throw new UnsupportedOperationException();
  }

  public final <R> Initialized<R> initWithOutput(Rngs rngs, Fn<M, R> f) {
    throw new UnsupportedOperationException();
  }

  public final <R> R apply(Variables variables, Fn<M, R> f) {
    throw new UnsupportedOperationException();
  }

  public final <R> Applied<R> apply(Variables variables, ApplyOptions options, Fn<M, R> f) {
    throw new UnsupportedOperationException();
  }

  public final M bind(Variables variables) {
    throw new UnsupportedOperationException();
  }

  public final List<String> path() {
    throw new UnsupportedOperationException();
  }

  @Override
  public final boolean equals(Object other) {
    return this == other;
  }

  @Override
  public final int hashCode() {
    return definition.hashCode();
  }

  protected static <D extends Record, M extends Module<M>> M construct(
      ModuleType<M> type, Supplier<D> definition) {
    throw new UnsupportedOperationException();
  }

  protected final <D extends Record> M rebuild(UnaryOperator<D> change) {
    throw new UnsupportedOperationException();
  }

  protected static <D extends Record> D definition(Module<?> module) {
    throw new UnsupportedOperationException();
  }

  protected final <R> R run(
      String method, MethodKind kind, MethodBody<R> body, Object... arguments) {
    throw new UnsupportedOperationException();
  }

  protected final void runVoid(
      String method, MethodKind kind, Consumer<Arguments> body, Object... arguments) {
    throw new UnsupportedOperationException();
  }

  protected static <P> P setupParts(Module<?> module) {
    throw new UnsupportedOperationException();
  }

  protected static <P> P templateParts(Module<?> module) {
    throw new UnsupportedOperationException();
  }

  protected final <T> T attribute(T value) {
    return value;
  }

  protected static <M extends Module<M>> M self(ModuleType<M> type) {
    throw new UnsupportedOperationException();
  }
}
