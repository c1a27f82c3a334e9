package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Jaxpr;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.StagingTrace;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stacks a carry once. The rows of a carry as rounds find it, which a gradient needs, are those of
 * the carry as the rounds before leave it, behind the first; so the loop stacks what rounds leave,
 * where it lies already, and the first carry is put in front. What rounds leave is often stacked
 * anyway: the outputs of a recurrent network are its carries.
 */
final class ScanCarries {

  private record Key(Scan scan, List<ShapedArray> operands) {}

  private final Scan scan;

  /** For each stacked result the number of the carry that it is as a round finds it, or -1. */
  private final int[] found;

  /** What the loop stacks instead. */
  private final List<Atom> stacked = new ArrayList<>();

  private ScanCarries(Scan scan) {
    this.scan = scan;
    var rows = scan.body().outputs().subList(scan.carries(), scan.body().outputs().size());
    this.found = rows.stream().mapToInt(this::carryFound).toArray();
    for (int i = 0; i < found.length; i++) {
      var row = found[i] < 0 ? rows.get(i) : left(found[i]);
      if (!stacked.contains(row)) {
        stacked.add(row);
      }
    }
  }

  /** {@return the program that a scan is better run as, or {@code null} if it is as good as any} */
  static @Nullable Jaxpr of(Scan scan, List<ShapedArray> operands) {
    if (scan.length() < 2) {
      return null;
    }
    return scan.body()
        .derive(
            new Key(scan, operands),
            _ -> {
              var once = new ScanCarries(scan);
              return once.changesNothing()
                  ? Optional.<Jaxpr>empty()
                  : Optional.of(StagingTrace.trace("scan", operands, once::run).closed());
            })
        .orElse(null);
  }

  private boolean changesNothing() {
    for (int carry : found) {
      if (carry >= 0) {
        return false;
      }
    }
    return true;
  }

  /** {@return the number of the carry, if it is one that the rounds change; else -1} */
  private int carryFound(Atom row) {
    int carry = scan.body().inputs().indexOf(row) - scan.constants();
    return carry >= 0
            && carry < scan.carries()
            && left(carry) instanceof Atom.Var next
            && !scan.body().inputs().contains(next)
        ? carry
        : -1;
  }

  private Atom left(int carry) {
    return scan.body().outputs().get(carry);
  }

  private List<Array> run(List<Array> operands) {
    var outputs = new ArrayList<>(scan.body().outputs().subList(0, scan.carries()));
    outputs.addAll(stacked);
    var body = new Jaxpr(scan.body().inputs(), scan.body().eqns(), outputs);
    var results = Trace.bind(scan.with(body, scan.constants(), scan.carries()), operands);
    var all = new ArrayList<>(results.subList(0, scan.carries()));
    for (int i = 0; i < found.length; i++) {
      int carry = found[i];
      var row = carry < 0 ? scan.body().outputs().get(scan.carries() + i) : left(carry);
      var rows = results.get(scan.carries() + stacked.indexOf(row));
      all.add(carry < 0 ? rows : asFound(operands.get(scan.constants() + carry), rows));
    }
    return all;
  }

  /** {@return the rows of a carry one round later, the first carry in front} */
  private Array asFound(Array first, Array left) {
    var row = Lax.reshape(first, first.shape().insert(0, 1));
    int length = scan.length();
    return scan.reverse()
        ? Lax.sliceInDim(Lax.concatenate(List.of(left, row), 0), 1, length + 1, 1, 0)
        : Lax.sliceInDim(Lax.concatenate(List.of(row, left), 0), 0, length, 1, 0);
  }
}
