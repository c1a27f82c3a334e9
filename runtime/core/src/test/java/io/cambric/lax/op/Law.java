package io.cambric.lax.op;

import io.cambric.core.Primitive;
import java.util.List;

/**
 * A row of the law table: an operation with operands on which its rules are to agree.
 *
 * @param operation the operation
 * @param args how its operands are drawn
 * @param tolerance relative, of the derivatives against differences
 * @param anyDType whether it does the same in every dtype
 * @param valuesOnly why it has no derivative, empty if it has one
 */
public record Law(
    Primitive operation, List<Arg> args, double tolerance, boolean anyDType, String valuesOnly) {

  static Law of(Primitive operation, Arg... args) {
    return new Law(operation, List.of(args), 1e-6, false, "");
  }

  /** {@return this law, also to be held in other dtypes, with whole numbers} */
  Law inAnyDType() {
    return new Law(operation, args, tolerance, true, valuesOnly);
  }

  /** {@return this law without derivatives} */
  Law withoutDerivative(String reason) {
    return new Law(operation, args, tolerance, anyDType, reason);
  }

  public String name() {
    return "%s %s"
        .formatted(operation.name(), args.stream().map(a -> a.dtype() + "" + a.shape()).toList());
  }
}
