package io.cambric.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetPropertyTest {

  private static final int PIPELINES = 60;
  private static final int MAX_VALUES = 400;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void a_resumed_iterator_goes_on_as_one_that_never_stopped(long seed) {
    var pipelines = new RandomPipelines(new Random(seed));
    for (int i = 0; i < PIPELINES; i++) {
      var dataset = pipelines.next().take(MAX_VALUES);
      var positions = new ArrayList<long[]>();
      var values = new ArrayList<Integer>();
      try (var iterator = dataset.iterator()) {
        positions.add(iterator.position());
        while (iterator.hasNext()) {
          values.add(iterator.next());
          positions.add(iterator.position());
        }
      }
      for (int at = 0; at < positions.size(); at++) {
        try (var resumed = dataset.iterator(positions.get(at))) {
          assertThat(RandomPipelines.rest(resumed))
              .as("seed %d, pipeline %d:%s, resumed at %d", seed, i, pipelines.text(), at)
              .isEqualTo(values.subList(at, values.size()));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12})
  void a_known_size_is_the_number_of_values(long seed) {
    var pipelines = new RandomPipelines(new Random(seed));
    for (int i = 0; i < PIPELINES; i++) {
      var dataset = pipelines.next();
      if (dataset.size().isPresent()) {
        try (var iterator = dataset.iterator()) {
          assertThat(RandomPipelines.rest(iterator))
              .as("seed %d, pipeline %d:%s", seed, i, pipelines.text())
              .hasSize(dataset.size().getAsInt());
        }
      }
    }
  }
}
