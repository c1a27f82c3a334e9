package io.cambric.programs;

import io.cambric.array.DType;
import java.util.List;
import java.util.Set;

/**
 * A kind of random programs: the values of their arrays, and their derivatives.
 *
 * @param derivatives which derivatives all steps have
 */
record ProgramKind(Values values, Derivatives derivatives) {

  /** The values that a program computes with. */
  enum Values {
    /** Real numbers, in arrays of all dtypes. */
    MIXED,
    /** Real numbers; floating arrays are f64, so that differences approximate derivatives. */
    SMOOTH,
    /** Small whole numbers, exact in every dtype: each order of summation gives the same bits. */
    WHOLE,
    /** As {@link #WHOLE}, of operations that have batching rules. */
    MAPPABLE
  }

  /** The derivatives that a program has. */
  enum Derivatives {
    BOTH,
    FORWARD,
    REVERSE
  }

  /** {@return whether arrays have all dtypes} */
  boolean isMixed() {
    return values == Values.MIXED;
  }

  /** {@return whether all numbers are whole} */
  boolean isWhole() {
    return values == Values.WHOLE || values == Values.MAPPABLE;
  }

  boolean forward() {
    return derivatives != Derivatives.REVERSE;
  }

  boolean reverse() {
    return derivatives != Derivatives.FORWARD;
  }

  /** {@return whether a step with these restrictions fits} */
  boolean allows(Set<Restriction> restrictions) {
    return !(reverse() && restrictions.contains(Restriction.FORWARD_ONLY))
        && !(forward() && restrictions.contains(Restriction.REVERSE_ONLY))
        && !(values == Values.MAPPABLE && restrictions.contains(Restriction.NOT_MAPPABLE));
  }

  /** {@return the operations that steps are drawn from} */
  List<StepGenerator> operations() {
    return isWhole() ? WholeSteps.operations() : OperationTable.rows();
  }

  /** {@return the transformations and the control flow that steps are drawn from} */
  List<StepGenerator> transformations() {
    return isWhole() ? WholeSteps.transformations() : TransformationTable.rows();
  }

  /** {@return the dtypes of new floating arrays, those drawn twice as often twice} */
  List<DType> floatingDtypes() {
    return switch (values) {
      case MIXED -> List.of(DType.F32, DType.F32, DType.F64, DType.BF16, DType.F16);
      case SMOOTH -> List.of(DType.F64);
      case WHOLE, MAPPABLE -> List.of(DType.F32, DType.F32, DType.F64, DType.BF16);
    };
  }

  /** {@return the number of elements that no array exceeds} */
  int maxElements() {
    return isWhole() ? WholeNumbers.MAX_ELEMENTS : ProgramGenerator.MAX_ELEMENTS;
  }
}
