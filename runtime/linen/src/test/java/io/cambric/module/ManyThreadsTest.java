package io.cambric.module;

import static io.cambric.module.Shapes.X;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.numpy.Key;
import io.cambric.sample.Dense;
import io.cambric.sample.Two;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ManyThreadsTest {

  @Test
  void one_module_applies_on_many_threads_at_once() throws Exception {
    var dense = Dense.of(3);
    var two = Two.of(dense, dense);
    var variables = two.init(Key.of(0), m -> m.call(X));
    var expected = two.apply(variables, m -> m.call(X)).toFloats();

    try (var threads = Executors.newFixedThreadPool(4)) {
      var results =
          IntStream.range(0, 64)
              .mapToObj(_ -> threads.submit(() -> two.apply(variables, m -> m.call(X)).toFloats()))
              .toList();
      for (Future<float[]> result : results) {
        assertThat(result.get()).isEqualTo(expected);
      }
    }
  }
}
