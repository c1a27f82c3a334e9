package io.cambric.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

class NamedArraysTest {

  @Test
  void a_filter_keeps_some_names_in_their_order_and_hides_the_others() {
    var arrays = new LinkedHashMap<String, NdArray>();
    arrays.put("b.x", NdArray.of(Shape.of(2), 1, 2));
    arrays.put("a", NdArray.of(Shape.of(1), 3));
    arrays.put("b.a", NdArray.of(Shape.of(1), 4));

    var kept = NamedArrays.of(arrays).filter(name -> name.startsWith("b."));

    assertThat(kept.names()).containsExactly("b.x", "b.a");
    assertThat(kept.aval("b.x").shape()).isEqualTo(Shape.of(2));
    assertThat(kept.get("b.a")).isSameAs(arrays.get("b.a"));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> kept.get("a"))
        .withMessageContaining(
            "There is no array named \"a\" among the 2 arrays. names() lists them.");
    assertThatExceptionOfType(DataException.class).isThrownBy(() -> kept.aval("a"));
  }
}
