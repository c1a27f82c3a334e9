package io.cambric.programs;

import java.util.List;
import java.util.stream.Stream;

/**
 * The operations that programs are drawn from. An operation enters by a line in one of the tables
 * below. An operation with a row in the table of laws needs no line: it is drawn from that row.
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

  /** {@return the rows; a row that is drawn twice as often occurs twice} */
  static List<StepGenerator> rows() {
    return ROWS;
  }
}
