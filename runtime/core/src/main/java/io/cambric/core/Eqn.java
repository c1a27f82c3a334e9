package io.cambric.core;

import java.util.List;

/**
 * One operation of a jaxpr.
 *
 * @param primitive the operation with its parameters
 * @param inputs the atoms it reads
 * @param outputs the variables it binds
 * @param source the user's line
 */
public record Eqn(Primitive primitive, List<Atom> inputs, List<Atom.Var> outputs, Source source) {

  /** Copies the lists. */
  public Eqn {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** {@return the avals of its inputs} */
  public List<ShapedArray> inputAvals() {
    return inputs.stream().map(Atom::aval).toList();
  }

  /** {@return its description for the compiler} */
  public Lowering lowering() {
    return primitive.lower(inputAvals());
  }

  /**
   * {@return whether another equation has an equal operation}
   *
   * <p>Programs inside of operations are compared by their equations: two traces of one loop are
   * equal.
   */
  public boolean hasOperationOf(Eqn other) {
    return primitive.equals(other.primitive)
        || OperationKey.of(primitive).equals(OperationKey.of(other.primitive));
  }

  /** {@return this equation reading other atoms and binding other variables} */
  public Eqn with(List<Atom> newInputs, List<Atom.Var> newOutputs) {
    return new Eqn(primitive, newInputs, newOutputs, source);
  }
}
