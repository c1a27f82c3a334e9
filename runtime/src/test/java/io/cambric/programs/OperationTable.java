package io.cambric.programs;

import java.util.List;
import java.util.stream.Stream;

/**
 * The operations that programs are drawn from. An operation enters by a line in one of the tables
 * below, or without one: each that has a row in the table of laws is drawn from that too.
 */
final class OperationTable {

  private static final List<StepGenerator> ROWS =
      Stream.of(
              ElementwiseSteps.rows(),
              ElementwiseSteps.rows(),
              ShapeSteps.rows(),
              ShapeSteps.rows(),
              ContractionSteps.rows(),
              LawSteps.rows())
          .flatMap(List::stream)
          .toList();

  private OperationTable() {}

  /** {@return the rows, those drawn twice as often twice} */
  static List<StepGenerator> rows() {
    return ROWS;
  }
}
