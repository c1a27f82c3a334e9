package io.cambric.nn.training;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Dense;

/** A normalised linear map. */
@Module
record LineDef(int features) {

  @Compact
  Array call(Array x, boolean train) {
    return Dense.of(features).call(BatchNorm.of().call(x, !train));
  }
}
