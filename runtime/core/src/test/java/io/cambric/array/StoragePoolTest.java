package io.cambric.array;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StoragePoolTest {

  private static final int LENGTH = 2000;

  private final StoragePool pool = new StoragePool(3 * LENGTH * Float.BYTES);

  private void give(Object data, int length) {
    pool.give(data, length, Float.BYTES);
  }

  private Object take(Class<?> element, int length) {
    return pool.take(element, length, Float.BYTES);
  }

  @Test
  void an_array_is_given_out_once() {
    var floats = new float[LENGTH];
    give(floats, LENGTH);

    assertThat(pool.bytes()).isEqualTo(LENGTH * Float.BYTES);
    assertThat(take(float.class, LENGTH)).isSameAs(floats);
    assertThat(take(float.class, LENGTH)).isNull();
    assertThat(pool.bytes()).isZero();
  }

  @Test
  void an_array_serves_its_type_and_length_alone() {
    give(new float[LENGTH], LENGTH);

    assertThat(take(int.class, LENGTH)).isNull();
    assertThat(take(float.class, LENGTH - 1)).isNull();
  }

  @Test
  void the_last_one_given_is_the_first_one_out() {
    var first = new float[LENGTH];
    var last = new float[LENGTH];
    give(first, LENGTH);
    give(last, LENGTH);

    assertThat(take(float.class, LENGTH)).isSameAs(last);
    assertThat(take(float.class, LENGTH)).isSameAs(first);
  }

  @Test
  void the_kind_that_was_longest_not_asked_for_is_dropped_where_there_is_no_room() {
    give(new float[LENGTH], LENGTH);
    give(new int[LENGTH], LENGTH);
    assertThat(take(float.class, LENGTH)).isNotNull();
    give(new float[LENGTH], LENGTH);
    give(new float[2 * LENGTH], 2 * LENGTH);

    assertThat(pool.bytes()).isEqualTo(3 * LENGTH * Float.BYTES);
    assertThat(take(int.class, LENGTH)).isNull();
    assertThat(take(float.class, LENGTH)).isNotNull();
    assertThat(take(float.class, 2 * LENGTH)).isNotNull();
  }

  @Test
  void arrays_that_are_small_or_larger_than_the_pool_are_left_to_the_garbage_collector() {
    give(new float[1000], 1000);
    give(new float[4 * LENGTH], 4 * LENGTH);

    assertThat(pool.bytes()).isZero();
  }
}
