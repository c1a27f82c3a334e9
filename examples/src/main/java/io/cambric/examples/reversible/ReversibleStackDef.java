package io.cambric.examples.reversible;

import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.vjp;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.PyTree;
import io.cambric.module.Lift;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.LiftedGrads;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.result.Carry;
import io.cambric.transform.result.WithResiduals;

/**
 * A stack of reversible blocks as one loop, whose parameters have a leading axis for the blocks.
 *
 * @param depth blocks
 * @param hidden width of the hidden layers of each
 * @param residuals values that the backward pass gets; results differ by rounding alone
 */
@Module
record ReversibleStackDef(int depth, int hidden, StackResiduals residuals) {

  /** The parameters of all blocks, and the output of the last one. */
  @PyTree
  record Kept(Variables variables, Halves output) {}

  /** A block of the stack, at the place where its derivative is taken. */
  @PyTree
  record Place(Variables variables, Halves input) {}

  /** Output and cotangent of a block, on the way back. */
  @PyTree
  record Backward(Halves output, Halves cotangent) {}

  @Compact
  Halves call(Halves x) {
    return switch (residuals) {
      case STORED -> stack(ReversibleBlock.of(hidden)).call(x);
      case CHECKPOINTS -> stack(ReversibleBlock.of(hidden).remat()).call(x);
      case REVERSED -> reversed(x);
    };
  }

  private ReversibleBlock stack(ReversibleBlock block) {
    return block.scan().variableAxis("params", 0).splitRngs("params").length(depth).named("blocks");
  }

  private Halves reversed(Halves x) {
    return Lift.customVjp(
            (ReversibleBlock blocks, Halves input) -> blocks.call(input),
            (ReversibleBlock blocks, Halves input) -> {
              var output = blocks.call(input);
              return new WithResiduals<>(output, new Kept(blocks.variables(), output));
            },
            this::backward)
        .apply(stack(ReversibleBlock.of(hidden)), x);
  }

  /** {@return cotangents of parameters and input; each block's input comes from its output} */
  private LiftedGrads<Halves> backward(Kept kept, Halves cotangent) {
    var block = ReversibleBlock.of(hidden);
    var back =
        scan(
            (Backward at, Variables variables) -> {
              var input = block.apply(variables, m -> m.inverse(at.output()));
              var grads =
                  vjp(
                          (Place place) -> block.apply(place.variables(), place.input()),
                          new Place(variables, input))
                      .pullback()
                      .apply(at.cotangent());
              return new Carry<>(new Backward(input, grads.input()), grads.variables());
            },
            new Backward(kept.output(), cotangent),
            kept.variables(),
            ScanOptions.DEFAULT.withReverse(true));
    return new LiftedGrads<>(back.output(), back.carry().cotangent());
  }
}
