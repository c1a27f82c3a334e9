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

  /** {@return the scope that the variable belongs to} */
  public Scope scope() {
    return scope;
  }

  /** {@return a handle on the variable of the same name in another scope} */
  public Variable<T> in(Scope other) {
    return new Variable<>(other, collection, name);
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
   * {@return the value, without boxes around it}
   *
   * @throws io.cambric.errors.VariableNotFoundException if it was removed
   */
  @SuppressWarnings("unchecked")
  public T get() {
    var stored =
        scope
            .<Object>getVariable(collection, name)
            .orElseThrow(() -> ScopeErrors.variableNotFound(scope, collection, name));
    return (T) VariableBoxes.unboxed(stored);
  }

  /**
   * Replaces the value; the boxes around it stay.
   *
   * @throws io.cambric.errors.ImmutableCollectionException if the collection is immutable
   */
  public void set(T value) {
    var stored = scope.getVariable(collection, name).orElse(null);
    scope.putVariable(collection, name, VariableBoxes.reboxed(stored, value));
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
