package io.cambric.scope.lift;

import io.cambric.control.CheckpointPolicy;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lifted remat_scan: nested scans, all but the innermost checkpointed. The backward pass of a
 * stack of layers keeps about {@code length^(1/levels)} of them. The function takes the carry
 * alone.
 *
 * @param lengths iterations of each level, the outermost first
 * @param remat how the levels are checkpointed
 * @param scan which collections are sliced, shared or carried at each level
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/transformations.html">nn.remat_scan</a>
 */
public record RematScanLift(List<Integer> lengths, RematLift remat, ScanLift scan)
    implements Lifting {

  /** Copies the lengths. */
  public RematScanLift {
    lengths = List.copyOf(lengths);
  }

  /** {@return the lift with all collections sliced along axis 0 and all streams split} */
  public static RematScanLift of(List<Integer> lengths) {
    return new RematScanLift(
        lengths,
        RematLift.ALL.withPreventCse(false),
        ScanLift.NONE
            .withVariableAxis(CollectionFilter.all(), 0)
            .withSplitRngs(CollectionFilter.all()));
  }

  /** {@return this with a policy that names the residuals that are kept} */
  public RematScanLift withPolicy(CheckpointPolicy policy) {
    return new RematScanLift(lengths, remat.withPolicy(policy), scan);
  }

  /** {@return this with other options of variables and streams} */
  public RematScanLift withScan(ScanLift options) {
    return new RematScanLift(lengths, remat, options);
  }

  @Override
  public String name() {
    return "remat_scan";
  }

  @Override
  public <R extends @Nullable Object> R run(
      List<Scope> scopes, LiftedFunction<R> function, List<? extends @Nullable Object> arguments) {
    return level(0, scopes, function, arguments);
  }

  private <R extends @Nullable Object> R level(
      int level,
      List<Scope> scopes,
      LiftedFunction<R> function,
      List<? extends @Nullable Object> arguments) {
    boolean innermost = level == lengths.size() - 1;
    LiftedFunction<R> body =
        innermost
            ? function
            : (own, carry) ->
                remat.<R>run(
                    own, (inner, inside) -> level(level + 1, inner, function, inside), carry);
    return scan.withLength(lengths.get(level)).run(scopes, body, arguments);
  }
}
