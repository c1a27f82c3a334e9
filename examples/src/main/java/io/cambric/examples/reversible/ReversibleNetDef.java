package io.cambric.examples.reversible;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.LayerNorm;
import io.cambric.numpy.Numpy;
import java.util.List;

/**
 * A classifier of digits around a stack of reversible blocks.
 *
 * <p>Shapes: {@code [n, pixels] -> [n, 10]}.
 *
 * @param width of each half
 * @param depth blocks
 * @param residuals values that the backward pass of the stack gets
 */
@Module
record ReversibleNetDef(int width, int depth, StackResiduals residuals) {

  @Compact
  Array call(Array x) {
    var features = Dense.of(2 * width).named("inputs").call(x);
    var halves =
        new Halves(features.get("..., :" + width), features.get("..., %d:".formatted(width)));
    var y = ReversibleStack.of(depth, 2 * width, residuals).named("stack").call(halves);
    var joined = Numpy.concatenate(List.of(y.first(), y.second()), -1);
    return Dense.of(10).named("logits").call(LayerNorm.of().named("norm").call(joined));
  }
}
