package io.cambric.nn;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.module.Lift;
import io.cambric.numpy.Initializers;
import io.cambric.scope.LogicalAxes;
import io.cambric.transform.function.Fn2;

/**
 * A dense layer, called by a function.
 *
 * @param divided whether lanes keep slices of the variables of the function
 */
@Module
record ShardedFunctionDef(boolean divided) {

  @Compact
  Array call(Array x) {
    var kernelInit = LogicalAxes.withLogicalPartitioning(Initializers.lecunNormal(), "mlp", null);
    Fn2<Dense, Array, Array> function = (layer, y) -> layer.call(y).mul(2);
    return (divided ? Lift.sharded(function) : function)
        .apply(Dense.of(3).withKernelInit(kernelInit), x);
  }
}
