package io.cambric.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LooseTreesTest {

  private record Options(String mode, int times, @Nullable Object rest) {}

  private record Pair(Options left, Options right) {}

  private static final Pair PAIR =
      new Pair(new Options("a", 1, null), new Options("b", 2, List.of("c")));

  private record Held(Object value) implements Opaque {}

  private static @Nullable Object hold(@Nullable Object tree) {
    return LooseTrees.<@Nullable Object>map(tree, Held::new);
  }

  private static @Nullable Object release(@Nullable Object tree) {
    return LooseTrees.<@Nullable Object>map(
        tree, leaf -> leaf instanceof Held(var value) ? value : leaf);
  }

  @Test
  void records_that_cannot_hold_what_replaces_their_leaves_keep_paths_and_order() {
    var held = hold(PAIR);

    assertThat(held).isNotInstanceOf(Pair.class);
    assertThat(Trees.structure(held).paths()).isEqualTo(Trees.structure(PAIR).paths());
    assertThat(Trees.structure(held).toText()).isEqualTo(Trees.structure(PAIR).toText());
    assertThat(Trees.leaves(held))
        .containsExactly(new Held("a"), new Held(1), new Held("b"), new Held(2), new Held("c"));
  }

  @Test
  void records_are_records_again_once_their_components_can_hold_their_leaves() {
    assertThat(release(hold(PAIR))).isEqualTo(PAIR);
    assertThat(release(hold(List.of(Map.of("k", PAIR), Optional.of("x")))))
        .isEqualTo(List.of(Map.of("k", PAIR), Optional.of("x")));
    assertThat(release(hold(Arrays.asList(null, "x")))).isEqualTo(Arrays.asList(null, "x"));
  }

  @Test
  void records_stay_apart_while_one_of_their_leaves_does_not_fit() {
    var half =
        LooseTrees.<@Nullable Object>map(
            hold(PAIR), leaf -> leaf.equals(new Held("a")) ? leaf : ((Held) leaf).value());

    assertThat(half).isNotInstanceOf(Pair.class);
    assertThat(Trees.leaves(half)).containsExactly(new Held("a"), 1, "b", 2, "c");
    assertThat(release(half)).isEqualTo(PAIR);
  }

  @Test
  void records_that_can_hold_anything_stay_records() {
    assertThat(hold(new Samples.Layer("k", null)))
        .isEqualTo(new Samples.Layer(new Held("k"), null));
  }

  @Test
  void a_tree_whose_leaves_stay_is_returned_itself() {
    assertThat(LooseTrees.map(PAIR, leaf -> leaf)).isSameAs(PAIR);
  }
}
