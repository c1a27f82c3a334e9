package io.cambric.rewrite;

import io.cambric.control.Scan;
import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Jaxpr;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rewrite of scans that stack a carry at the start of each iteration, as a gradient needs it. The
 * new loop stacks carries at the end of iterations only, which needs no copy. The initial carry is
 * put in front. Example: a recurrent network, whose outputs are its carries and already stacked.
 */
final class ScanCarries implements ScanRewrite {

  private final Scan scan;

  /**
   * For each stacked result: the number of the carry that it stacks at the start of an iteration,
   * or -1.
   */
  private final int[] carryOfRow;

  /** The values that the new loop stacks. */
  private final List<Atom> stacked = new ArrayList<>();

  private ScanCarries(Scan scan) {
    this.scan = scan;
    var rows = scan.body().outputs().subList(scan.carries(), scan.body().outputs().size());
    this.carryOfRow = rows.stream().mapToInt(this::carryAtStart).toArray();
    for (int i = 0; i < carryOfRow.length; i++) {
      var row = carryOfRow[i] < 0 ? rows.get(i) : updated(carryOfRow[i]);
      if (!stacked.contains(row)) {
        stacked.add(row);
      }
    }
  }

  /** {@return the rewritten program of a scan, or {@code null} if nothing changes} */
  static @Nullable Jaxpr of(Scan scan, List<ShapedArray> operands) {
    return ScanRewrite.of(ScanCarries.class, ScanCarries::new, scan, operands);
  }

  @Override
  public boolean changesNothing() {
    for (int carry : carryOfRow) {
      if (carry >= 0) {
        return false;
      }
    }
    return true;
  }

  /** {@return the number of the carry that a row is, if the body updates it; else -1} */
  private int carryAtStart(Atom row) {
    int carry = scan.body().inputs().indexOf(row) - scan.constants();
    return carry >= 0
            && carry < scan.carries()
            && updated(carry) instanceof Atom.Var next
            && !scan.body().inputs().contains(next)
        ? carry
        : -1;
  }

  private Atom updated(int carry) {
    return scan.body().outputs().get(carry);
  }

  @Override
  public List<Array> run(List<Array> operands) {
    var outputs = new ArrayList<>(scan.body().outputs().subList(0, scan.carries()));
    outputs.addAll(stacked);
    var body = new Jaxpr(scan.body().inputs(), scan.body().eqns(), outputs);
    var results = Trace.bind(withBody(body), operands);
    var all = new ArrayList<>(results.subList(0, scan.carries()));
    for (int i = 0; i < carryOfRow.length; i++) {
      int carry = carryOfRow[i];
      var row = carry < 0 ? scan.body().outputs().get(scan.carries() + i) : updated(carry);
      var rows = results.get(scan.carries() + stacked.indexOf(row));
      all.add(carry < 0 ? rows : atStart(operands.get(scan.constants() + carry), rows));
    }
    return all;
  }

  private Scan withBody(Jaxpr body) {
    return new Scan(
        body, scan.length(), scan.reverse(), scan.constants(), scan.carries(), scan.unroll());
  }

  /**
   * {@return the carry at the start of each iteration: the initial carry, then all new ones except
   * the last}
   */
  private Array atStart(Array first, Array updated) {
    var row = Lax.reshape(first, first.shape().insert(0, 1));
    int length = scan.length();
    return scan.reverse()
        ? Lax.sliceInDim(Lax.concatenate(List.of(updated, row), 0), 1, length + 1, 1, 0)
        : Lax.sliceInDim(Lax.concatenate(List.of(row, updated), 0), 0, length, 1, 0);
  }
}
