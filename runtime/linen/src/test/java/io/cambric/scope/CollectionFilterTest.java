package io.cambric.scope;

import static io.cambric.scope.CollectionFilter.all;
import static io.cambric.scope.CollectionFilter.deny;
import static io.cambric.scope.CollectionFilter.none;
import static io.cambric.scope.CollectionFilter.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.InvalidFilterException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollectionFilterTest {

  @Test
  void matches_by_constant_by_names_and_by_denial() {
    assertThat(all().matches("x")).isTrue();
    assertThat(none().matches("x")).isFalse();
    assertThat(of().matches("x")).isFalse();
    assertThat(of("x", "y").matches("y")).isTrue();
    assertThat(of("x").matches("y")).isFalse();
    assertThat(deny(of("x")).matches("x")).isFalse();
    assertThat(deny(of("x")).matches("y")).isTrue();
    assertThat(deny(deny(of("x"))).matches("x")).isTrue();
  }

  @Test
  void union_follows_the_algebra_of_flax() {
    assertThat(deny(of("a", "b")).union(deny(of("b", "c")))).isEqualTo(deny(of("b")));
    assertThat(deny(of("a", "b")).union(of("b"))).isEqualTo(deny(of("a")));
    assertThat(of("b").union(deny(of("a", "b")))).isEqualTo(deny(of("a")));
    assertThat(of("a").union(of("b"))).isEqualTo(of("a", "b"));
    assertThat(none().union(none())).isEqualTo(of());
    assertThat(all().union(deny(of("a")))).isEqualTo(all());
  }

  @Test
  void intersection_follows_the_algebra_of_flax() {
    assertThat(deny(of("a")).intersect(deny(of("b")))).isEqualTo(deny(of("b", "a")));
    assertThat(deny(of("a")).intersect(of("a", "b"))).isEqualTo(of("b"));
    assertThat(of("a", "b").intersect(deny(of("a")))).isEqualTo(of("b"));
    assertThat(of("a", "b").intersect(of("b", "c"))).isEqualTo(of("b"));
    assertThat(all().intersect(none())).isEqualTo(none());
    assertThat(none().intersect(all())).isEqualTo(none());
  }

  @Test
  void difference_follows_the_algebra_of_flax() {
    assertThat(all().subtract(of("a"))).isEqualTo(deny(of("a")));
    assertThat(of("a").subtract(all())).isEqualTo(none());
    assertThat(deny(of("a")).subtract(deny(of("a", "b")))).isEqualTo(of("b"));
    assertThat(deny(of("a")).subtract(of("b"))).isEqualTo(deny(of("a", "b")));
    assertThat(of("a", "b").subtract(deny(of("b", "c")))).isEqualTo(of("b"));
    assertThat(of("a", "b").subtract(of("b"))).isEqualTo(of("a"));
  }

  @Test
  void is_empty_when_no_name_can_match() {
    assertThat(none().isEmpty()).isTrue();
    assertThat(of().isEmpty()).isTrue();
    assertThat(deny(all()).isEmpty()).isTrue();
    assertThat(of("a").isEmpty()).isFalse();
    assertThat(deny(of("a")).isEmpty()).isFalse();
  }

  @Test
  void grouping_gives_a_collection_to_the_first_filter_that_matches_and_drops_the_rest() {
    var variables =
        Variables.empty()
            .with("params", Params.of("w", 1))
            .with("batch_stats", Params.of("m", 2))
            .with("cache", Params.of("c", 3));

    var groups = CollectionFilter.group(variables, List.of(of("params"), of("params", "cache")));

    assertThat(groups)
        .extracting(Variables::names)
        .map(List::copyOf)
        .isEqualTo(List.of(List.of("params"), List.of("cache")));
  }

  @Test
  void name_that_is_null_is_refused() {
    assertThatExceptionOfType(InvalidFilterException.class)
        .isThrownBy(() -> of("a", null))
        .withMessage(
            "A filter needs names of collections, but got [a, null]. Use "
                + "CollectionFilter.all(), none(), of(names) or deny(filter).");
  }
}
