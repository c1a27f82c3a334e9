package io.cambric.scope;

import java.util.function.UnaryOperator;

/**
 * A handle on one variable of a scope: reads and, in a mutable collection, writes it during one
 * call.
 *
 * @param <T> an array or another pytree
 */
public final class Variable<T> {

  private final Scope scope;
  private final String collection;
  private final String name;

  Variable(Scope scope, String collection, String name) {
    this.scope = scope;
    this.collection = collection;
    this.name = name;
  }

  /** {@return the name of the collection} */
  public String collection() {
    return collection;
  }

  /** {@return the name within the scope} */
  public String name() {
    return name;
  }

  /**
   * {@return the value}
   *
   * @throws io.cambric.errors.VariableNotFoundException if it is gone
   */
  public T get() {
    return scope
        .<T>getVariable(collection, name)
        .orElseThrow(() -> ScopeErrors.variableNotFound(scope, collection, name));
  }

  /**
   * Replaces the value.
   *
   * @throws io.cambric.errors.ImmutableCollectionException if the collection is immutable
   */
  public void set(T value) {
    scope.putVariable(collection, name, value);
  }

  /** Replaces the value by a function of it. */
  public void update(UnaryOperator<T> f) {
    set(f.apply(get()));
  }

  /** {@return whether the value may be replaced in this call} */
  public boolean isMutable() {
    return scope.isMutable(collection);
  }

  @Override
  public String toString() {
    return "Variable(" + collection + scope.pathText() + "/" + name + ")";
  }
}
