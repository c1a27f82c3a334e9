package io.cambric.programs;

import java.util.List;
import java.util.stream.Stream;

/** The transformations and the control flow that programs are drawn from, one row each. */
final class TransformationTable {

  private static final List<StepGenerator> ROWS =
      Stream.of(ControlSteps.rows(), DerivativeSteps.rows(), MappingSteps.rows())
          .flatMap(List::stream)
          .toList();

  private TransformationTable() {}

  static List<StepGenerator> rows() {
    return ROWS;
  }
}
