package io.cambric.conformance.flax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.nn.Conv;
import io.cambric.nn.Padding;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ModuleFactoryTest {

  private final ModuleFactory factory = new ModuleFactory(JavaNames::layer);

  static Stream<Arguments> paddings() {
    return Stream.of(
        Arguments.of("CAUSAL", Padding.CAUSAL),
        Arguments.of(2L, Padding.of(2)),
        Arguments.of(List.of(List.of(1L, 3L)), Padding.of(new Padding.Pair(1, 3))));
  }

  @ParameterizedTest
  @MethodSource("paddings")
  void an_attribute_that_several_types_set_takes_a_value_of_each(Object value, Padding padding) {
    assertThat(conv(value).toString())
        .isEqualTo(Conv.of(2, List.of(3)).withPadding(padding).toString());
  }

  @Test
  void a_value_that_no_type_takes_is_a_feature_that_is_missing() {
    assertThatExceptionOfType(UnsupportedFeature.class)
        .isThrownBy(() -> conv("SIDEWAYS"))
        .satisfies(
            e -> assertThat(e.features()).containsExactly("attribute:Conv.padding=SIDEWAYS"));
  }

  private Object conv(Object padding) {
    return factory.build(
        "Conv", Map.of("features", 2L, "kernel_size", List.of(3L), "padding", padding));
  }
}
