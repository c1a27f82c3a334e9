package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.kernel.ReduceOp;
import io.cambric.lax.collective.AllGather;
import io.cambric.lax.collective.AllToAll;
import io.cambric.lax.collective.AxisIndex;
import io.cambric.lax.collective.Collective;
import io.cambric.lax.collective.Grouped;
import io.cambric.lax.collective.LaneGroups;
import io.cambric.lax.collective.Pmax;
import io.cambric.lax.collective.Ppermute;
import io.cambric.lax.collective.Psum;
import io.cambric.lax.collective.ReduceScatter;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;

/** The operations between lanes that keep the laws of collectives; every one has a row. */
final class CollectiveTable {

  /** The axis of all rows. */
  static final MappedAxis AXIS = new MappedAxis(3, "i");

  /** Groups of different lengths. */
  private static final LaneGroups PAIR_AND_ONE = new LaneGroups(List.of(Axes.of(2, 0), Axes.of(1)));

  private static final int[] ORDER = {2, 0, 1};

  private CollectiveTable() {}

  /**
   * An operation with what it does, lane by lane.
   *
   * @param shape of the operand of a lane
   * @param meaning written with a loop over lanes
   * @param differentiable whether it has a derivative
   */
  record Row(Collective operation, Shape shape, Meaning meaning, boolean differentiable) {

    String name() {
      return operation.name() + operation.paramsText() + " " + shape;
    }
  }

  /** Elements of the operand of each lane to those of its result. */
  @FunctionalInterface
  interface Meaning {
    double[][] of(double[][] lanes);
  }

  static List<Row> all() {
    return List.of(
        new Row(new Psum(AXIS), Shape.of(2), CollectiveTable::sum, true),
        new Row(new Pmax(ReduceOp.MAX, AXIS), Shape.of(2), x -> extremum(x, 1), false),
        new Row(new Pmax(ReduceOp.MIN, AXIS), Shape.of(2), x -> extremum(x, -1), false),
        new Row(
            new Ppermute(AXIS, Axes.of(2, 0, 1)),
            Shape.of(2),
            x -> new double[][] {x[2], x[0], x[1]},
            true),
        new Row(new AllGather(AXIS, 0), Shape.of(2), x -> gathered(x, true), true),
        new Row(new AllGather(AXIS, 1), Shape.of(2), x -> gathered(x, false), true),
        new Row(new ReduceScatter(AXIS, 0), Shape.of(3, 2), x -> scattered(x, true), true),
        new Row(new ReduceScatter(AXIS, 1), Shape.of(2, 3), x -> scattered(x, false), true),
        new Row(new AllToAll(AXIS, 0, 0), Shape.of(3, 2), x -> exchanged(x, true, true), true),
        new Row(new AllToAll(AXIS, 0, 1), Shape.of(3, 2), x -> exchanged(x, true, false), true),
        new Row(new AllToAll(AXIS, 1, 0), Shape.of(2, 3), x -> exchanged(x, false, true), true),
        new Row(
            new Grouped(AXIS, new Psum(AXIS), PAIR_AND_ONE),
            Shape.of(2),
            x -> pairAndOne(x, (a, b) -> a + b),
            true),
        new Row(
            new Grouped(AXIS, new Pmax(ReduceOp.MAX, AXIS), PAIR_AND_ONE),
            Shape.of(2),
            x -> pairAndOne(x, Math::max),
            false),
        ordered(new AllGather(AXIS, 1), Shape.of(2), x -> gathered(x, false)),
        ordered(new ReduceScatter(AXIS, 1), Shape.of(2, 3), x -> scattered(x, false)),
        ordered(new AllToAll(AXIS, 0, 1), Shape.of(3, 2), x -> exchanged(x, true, false)));
  }

  /** One group of all lanes, in an order of its own. */
  private static Row ordered(Collective collective, Shape shape, Meaning meaning) {
    var group = new LaneGroups(List.of(Axes.of(ORDER)));
    return new Row(
        new Grouped(AXIS, collective, group),
        shape,
        x -> {
          var results = meaning.of(new double[][] {x[ORDER[0]], x[ORDER[1]], x[ORDER[2]]});
          var out = new double[3][];
          for (int i = 0; i < 3; i++) {
            out[ORDER[i]] = results[i];
          }
          return out;
        },
        true);
  }

  private static double[][] pairAndOne(double[][] x, DoubleBinaryOperator reduction) {
    var pair = new double[2];
    for (int i = 0; i < 2; i++) {
      pair[i] = reduction.applyAsDouble(x[2][i], x[0][i]);
    }
    return new double[][] {pair, x[1], pair};
  }

  /** Why an operation that has to do with lanes has no row. */
  static final Map<Class<? extends Primitive>, String> WITHOUT_A_ROW =
      Map.of(
          AxisIndex.class,
          "it has no operands; CollectivesTest and PmapTest hold it to its meaning",
          Pmax.OverLanes.class,
          "it is what Pmax is over lanes, so the rows of that reach it");

  private static double[][] sum(double[][] x) {
    var out = new double[3][2];
    for (int lane = 0; lane < 3; lane++) {
      for (int i = 0; i < 2; i++) {
        out[lane][i] = x[0][i] + x[1][i] + x[2][i];
      }
    }
    return out;
  }

  private static double[][] extremum(double[][] x, int sign) {
    var out = new double[3][2];
    for (int lane = 0; lane < 3; lane++) {
      for (int i = 0; i < 2; i++) {
        out[lane][i] = sign * Math.max(sign * x[0][i], Math.max(sign * x[1][i], sign * x[2][i]));
      }
    }
    return out;
  }

  /** Lanes of two elements, as rows or as columns. */
  private static double[][] gathered(double[][] x, boolean rows) {
    var out = new double[3][6];
    for (int lane = 0; lane < 3; lane++) {
      for (int from = 0; from < 3; from++) {
        for (int i = 0; i < 2; i++) {
          out[lane][rows ? 2 * from + i : 3 * i + from] = x[from][i];
        }
      }
    }
    return out;
  }

  /** Part {@code lane} of the sum, a row or a column. */
  private static double[][] scattered(double[][] x, boolean rows) {
    var out = new double[3][2];
    for (int lane = 0; lane < 3; lane++) {
      for (int i = 0; i < 2; i++) {
        int at = rows ? 2 * lane + i : 3 * i + lane;
        out[lane][i] = x[0][at] + x[1][at] + x[2][at];
      }
    }
    return out;
  }

  /** Part {@code lane} of each lane, taken as a row or column, put as a row or column. */
  private static double[][] exchanged(double[][] x, boolean fromRows, boolean toRows) {
    var out = new double[3][6];
    for (int lane = 0; lane < 3; lane++) {
      for (int from = 0; from < 3; from++) {
        for (int i = 0; i < 2; i++) {
          out[lane][toRows ? 2 * from + i : 3 * i + from] =
              x[from][fromRows ? 2 * lane + i : 3 * i + lane];
        }
      }
    }
    return out;
  }
}
