package io.cambric.programs;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.List;

/** The floating part of a program: from its floating arguments to its floating results. */
record Smooth(Sample sample, List<NdArray> primals) {

  static Smooth of(Sample sample) {
    return of(sample, sample.arguments());
  }

  static Smooth of(Sample sample, List<NdArray> arguments) {
    return new Smooth(sample, arguments.stream().filter(x -> x.dtype().isFloating()).toList());
  }

  /** {@return the function, the other arguments fixed} */
  Fn<List<Array>, List<Array>> function() {
    return function(sample.arguments());
  }

  /** {@return the function, the other arguments taken from these} */
  Fn<List<Array>, List<Array>> function(List<? extends Array> fixed) {
    return floating -> {
      var next = floating.iterator();
      var all = new ArrayList<Array>();
      for (var argument : fixed) {
        all.add(argument.dtype().isFloating() ? next.next() : argument);
      }
      return sample.program().apply(all).stream().filter(x -> x.dtype().isFloating()).toList();
    };
  }

  /** {@return one number of the results} */
  Fn<List<Array>, Array> loss() {
    return floating -> Bodies.loss(function().apply(floating));
  }

  /** {@return whether there is something to differentiate} */
  boolean isEmpty() {
    return primals.isEmpty();
  }

  /** {@return a direction for each array, the same for a seed} */
  static List<Array> directions(List<? extends Array> like, long seed) {
    var random = Seeds.generator(seed);
    return like.stream()
        .map(x -> (Array) TestArrays.normal(random, x.dtype(), x.shape()))
        .map(NoisyTrace::moved)
        .toList();
  }
}
