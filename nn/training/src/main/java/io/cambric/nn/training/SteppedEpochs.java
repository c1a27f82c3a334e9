package io.cambric.nn.training;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.nn.training.LrSchedule.EpochStep;
import io.cambric.numpy.Numpy;
import io.cambric.optax.schedule.Schedule;
import java.util.List;

/** A rate that changes after epochs, with a warmup. Boundaries are rounded to whole steps. */
record SteppedEpochs(double base, List<EpochStep> steps, EpochWarmup warmup) implements Schedule {

  SteppedEpochs {
    steps = List.copyOf(steps);
  }

  @Override
  public Array value(Array count) {
    var rates = new double[steps.size() + 1];
    rates[0] = base;
    var passed = Numpy.zerosLike(count);
    for (int i = 0; i < steps.size(); i++) {
      rates[i + 1] = steps.get(i).factor() * base;
      double boundary = Math.rint(steps.get(i).epoch() * warmup.stepsPerEpoch());
      passed = passed.add(count.gt(boundary).astype(count.dtype()));
    }
    var rate = Numpy.take(Numpy.array(rates).astype(DType.defaultFloat()), passed);
    return warmup.apply(rate, count);
  }
}
