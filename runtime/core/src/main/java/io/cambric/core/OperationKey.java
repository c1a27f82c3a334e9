package io.cambric.core;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An operation that holds programs, as a value: equal for operations of one class with equal
 * components, where programs are equal if they have the same equations on the same variables. So
 * two traces of one loop are equal, although each made a program.
 */
final class OperationKey {

  private final List<@Nullable Object> parts;

  /** Computed once, as programs may be large. */
  private final int hash;

  private OperationKey(List<@Nullable Object> parts) {
    this.parts = parts;
    hash = parts.hashCode();
  }

  /** {@return a value that is equal for equal operations} */
  static Object of(Primitive primitive) {
    if (!(primitive instanceof Record record) || !ParamsText.canHoldPrograms(primitive)) {
      return primitive;
    }
    var parts = new ArrayList<@Nullable Object>();
    parts.add(primitive.getClass());
    ParamsText.components(record).values().forEach(component -> parts.add(value(component)));
    return new OperationKey(parts);
  }

  private static @Nullable Object value(@Nullable Object component) {
    return switch (component) {
      case Jaxpr jaxpr -> jaxpr.derive(OperationKey.class, OperationKey::of);
      case List<?> list -> {
        var values = new ArrayList<@Nullable Object>();
        list.forEach(element -> values.add(value(element)));
        yield values;
      }
      case null -> null;
      default -> component;
    };
  }

  private static OperationKey of(Jaxpr jaxpr) {
    var numbers = new IdentityHashMap<Atom.Var, Integer>();
    var parts = new ArrayList<@Nullable Object>();
    parts.add(jaxpr.inputAvals());
    jaxpr.inputs().forEach(input -> numbers.put(input, numbers.size()));
    for (var eqn : jaxpr.eqns()) {
      parts.add(of(eqn.primitive()));
      parts.add(atoms(eqn.inputs(), numbers));
      parts.add(eqn.outputs().stream().map(Atom.Var::aval).toList());
      eqn.outputs().forEach(output -> numbers.put(output, numbers.size()));
    }
    parts.add(atoms(jaxpr.outputs(), numbers));
    return new OperationKey(parts);
  }

  /** {@return atoms as values: a variable is the number of its definition} */
  private static List<Object> atoms(
      List<? extends Atom> atoms, IdentityHashMap<Atom.Var, Integer> numbers) {
    var values = new ArrayList<Object>();
    for (var atom : atoms) {
      values.add(
          atom instanceof Atom.Var variable ? Objects.requireNonNull(numbers.get(variable)) : atom);
    }
    return values;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof OperationKey key && hash == key.hash && parts.equals(key.parts);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
