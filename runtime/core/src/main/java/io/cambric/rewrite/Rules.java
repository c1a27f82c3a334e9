package io.cambric.rewrite;

import io.cambric.control.Scan;
import io.cambric.core.RewriteRules;
import io.cambric.lax.collective.Pmax;
import io.cambric.lax.collective.Ppermute;
import io.cambric.lax.collective.Psum;
import io.cambric.lax.conv.ConvGeneralDilated;
import io.cambric.lax.op.Add;
import io.cambric.lax.op.Div;
import io.cambric.lax.op.DotGeneral;
import io.cambric.lax.op.Scatter;
import io.cambric.lax.op.Transpose;

/** The table of the rules, by primitive. Rules of one primitive are tried in this order. */
public final class Rules implements RewriteRules {

  /** Makes the table; called by {@link java.util.ServiceLoader}. */
  public Rules() {}

  @Override
  public void register(Registry registry) {
    registry.expand(ConvGeneralDilated.class, LongSums::of);
    registry.expand(Scan.class, ScanInvariantMotion::of);
    registry.expand(Scan.class, ScanCarries::of);

    registry.rewrite(Add.class, (_, operands, context) -> SparseAdd.sum(operands, context));
    registry.rewrite(Div.class, (_, operands, context) -> ExactInverse.product(operands, context));
    registry.rewrite(DotGeneral.class, GatheredRows::product);
    registry.rewrite(DotGeneral.class, TransposedDot::ofWholes);
    registry.rewrite(Pmax.class, (pmax, operands, _) -> OneLane.operand(pmax.axis(), operands));
    registry.rewrite(
        Ppermute.class, (permute, operands, _) -> OneLane.operand(permute.axis(), operands));
    registry.rewrite(Psum.class, (psum, operands, _) -> OneLane.operand(psum.axis(), operands));
    registry.rewrite(Scatter.class, GatheredRows::scattered);
    registry.rewrite(Transpose.class, TransposedDot::transposed);
  }
}
