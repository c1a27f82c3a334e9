package io.cambric.control;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.StagingTrace;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import java.util.List;

/** Loop unrolling: a shorter scan over the repeated body, followed by the remaining iterations. */
final class Unrolling {

  private record Key(Scan scan) {}

  private final Scan scan;
  private final List<Array> constants;
  private List<Array> carries;

  private Unrolling(Scan scan, List<Array> constants, List<Array> carries) {
    this.scan = scan;
    this.constants = constants;
    this.carries = carries;
  }

  /** {@return the unrolled program of a scan} */
  static Jaxpr of(Scan scan, List<ShapedArray> operands) {
    return scan.body()
        .derive(
            new Key(scan),
            _ ->
                StagingTrace.trace(
                        "scan", operands, arguments -> begin(scan, arguments).run(arguments))
                    .closed());
  }

  private static Unrolling begin(Scan scan, List<Array> arguments) {
    return new Unrolling(
        scan,
        arguments.subList(0, scan.constants()),
        arguments.subList(scan.constants(), scan.fixed()));
  }

  private List<Array> run(List<Array> arguments) {
    var rows = arguments.subList(scan.fixed(), arguments.size());
    int repeated = Math.min(scan.unroll(), scan.length());
    int whole = scan.length() / repeated * repeated;
    int first = scan.reverse() ? scan.length() - whole : 0;
    var main =
        whole == repeated
            ? iterations(rows, first, whole)
            : blocks(slices(rows, first, first + whole), repeated);
    int rest = scan.length() - whole;
    if (rest > 0) {
      var others = iterations(rows, scan.reverse() ? 0 : whole, rest);
      for (int i = 0; i < main.size(); i++) {
        var pair =
            scan.reverse()
                ? List.of(others.get(i), main.get(i))
                : List.of(main.get(i), others.get(i));
        main.set(i, Lax.concatenate(pair, 0));
      }
    }
    return OperandMask.concat(carries, main);
  }

  /** Runs a scan over the repeated body. {@return its rows} */
  private List<Array> blocks(List<Array> rows, int repeated) {
    var blocks = new ArrayList<Array>();
    for (var row : rows) {
      var shape = row.shape().slice(1, row.rank()).insert(0, repeated);
      blocks.add(Lax.reshape(row, shape.insert(0, row.dim(0) / repeated)));
    }
    int count = scan.length() / repeated;
    var avals = new ArrayList<>(scan.body().inputAvals().subList(0, scan.fixed()));
    for (var block : blocks) {
      avals.add(block.aval().withShape(block.shape().slice(1, block.rank())));
    }
    var body =
        StagingTrace.trace(
                "scan",
                avals,
                arguments -> {
                  var iteration = begin(scan, arguments);
                  var stacked =
                      iteration.iterations(
                          arguments.subList(scan.fixed(), arguments.size()), 0, repeated);
                  return OperandMask.<Array>concat(iteration.carries, stacked);
                })
            .closed();
    var loop = new Scan(body, count, scan.reverse(), scan.constants(), scan.carries(), 1);
    var results = Trace.bind(loop, OperandMask.<Array>concat(constants, carries, blocks));
    carries = results.subList(0, scan.carries());
    var joined = new ArrayList<Array>();
    for (var stacked : results.subList(scan.carries(), results.size())) {
      var shape = stacked.shape().slice(2, stacked.rank());
      joined.add(Lax.reshape(stacked, shape.insert(0, count * repeated)));
    }
    return joined;
  }

  /** Runs some iterations one after the other. {@return their stacked rows} */
  private List<Array> iterations(List<Array> rows, int first, int count) {
    var made = new ArrayList<List<Array>>();
    for (int iteration = 0; iteration < count; iteration++) {
      int at = scan.reverse() ? first + count - 1 - iteration : first + iteration;
      var own = new ArrayList<Array>();
      for (var row : slices(rows, at, at + 1)) {
        own.add(Lax.squeeze(row, Axes.of(0)));
      }
      var results = scan.body().eval(OperandMask.<Array>concat(constants, carries, own));
      carries = results.subList(0, scan.carries());
      made.add(results.subList(scan.carries(), results.size()));
    }
    var stacked = new ArrayList<Array>();
    for (int i = 0; i < scan.body().outputs().size() - scan.carries(); i++) {
      var parts = new ArrayList<Array>();
      for (var results : scan.reverse() ? made.reversed() : made) {
        parts.add(Lax.expandDims(results.get(i), Axes.of(0)));
      }
      stacked.add(Lax.concatenate(parts, 0));
    }
    return stacked;
  }

  private static List<Array> slices(List<Array> rows, int from, int to) {
    var slices = new ArrayList<Array>();
    for (var row : rows) {
      slices.add(Lax.sliceInDim(row, from, to, 1, 0));
    }
    return slices;
  }
}
