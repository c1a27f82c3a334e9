package io.cambric.lax;

import io.cambric.core.Primitive;
import java.util.List;

/**
 * A row of the law table: an operation with operands on which its rules are to agree.
 *
 * @param operation the operation
 * @param args how its operands are drawn
 * @param tolerance relative, of the derivatives against differences
 * @param anyDType whether it does the same in every dtype
 */
record Law(Primitive operation, List<Arg> args, double tolerance, boolean anyDType) {

  static Law of(Primitive operation, Arg... args) {
    return new Law(operation, List.of(args), 1e-6, false);
  }

  /** {@return this law, also to be held in other dtypes, with whole numbers} */
  Law inAnyDType() {
    return new Law(operation, args, tolerance, true);
  }

  Law within(double other) {
    return new Law(operation, args, other, anyDType);
  }

  String name() {
    return "%s %s"
        .formatted(operation.name(), args.stream().map(a -> a.dtype() + "" + a.shape()).toList());
  }
}
