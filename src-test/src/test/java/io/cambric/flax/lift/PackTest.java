package io.cambric.flax.lift;

import static io.cambric.scope.CollectionFilter.all;
import static io.cambric.scope.CollectionFilter.none;
import static io.cambric.scope.CollectionFilter.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.CollectionNotFoundException;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.errors.InvalidScopeException;
import io.cambric.errors.MixedTransformationException;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Params;
import io.cambric.scope.Rngs;
import io.cambric.scope.Scope;
import io.cambric.scope.Scopes;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.Lifts;
import io.cambric.scope.lift.Pack;
import io.cambric.scope.lift.VmapLift;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Packs: scopes that enter and leave a transformed function in groups, as of {@code lift.pack}. */
class PackTest {

  private static final Rngs RNGS = Rngs.of(Key.of(0));
  private static final Variables BOTH =
      Variables.of(Params.of("a", Numpy.ones(2))).with("state", Params.of("b", Numpy.ones(3)));

  /** Runs a function in the scopes that a pack opens over unchanged groups. */
  private static <R> R packed(Pack pack, List<Scope> scopes, Function<List<Scope>, R> function) {
    return pack.run(
        scopes,
        each -> {
          var opened = each.open(each.variables(), each.rngs());
          var result = function.apply(opened);
          return new Pack.Result<>(result, each.close(opened));
        });
  }

  private static Pack everything() {
    return new Pack("lift", List.of(all()), List.of(all()), List.of(all()));
  }

  private static <R> R in(Variables variables, CollectionFilter mutable, Function<Scope, R> f) {
    return Scopes.apply(variables, mutable, RNGS, f::apply).output();
  }

  @Test
  void of_several_scopes_only_roots_are_lifted_and_the_others_found_below_them() {
    in(
        BOTH,
        all(),
        scope -> {
          var child = scope.push("child");
          return packed(
              everything(),
              List.of(child, scope),
              opened -> {
                opened.get(0).putVariable("state", "x", Numpy.ones(1));
                assertThat(opened.get(1).<Params>getVariable("state", "child")).isPresent();
                assertThat(opened.get(0).parent()).contains(opened.get(1));
                return "";
              });
        });
  }

  @Test
  void a_collection_goes_to_the_first_group_that_matches() {
    in(
        BOTH,
        none(),
        scope ->
            new Pack("lift", List.of(of("state"), all()), List.of(), List.of())
                .run(
                    List.of(scope),
                    each -> {
                      assertThat(each.variables().get(0).getFirst().names())
                          .containsExactly("state");
                      assertThat(each.variables().get(1).getFirst().names())
                          .containsExactly("params");
                      return new Pack.Result<>("", List.of());
                    }));
  }

  @Test
  void a_collection_that_matches_no_group_is_not_there() {
    assertThatExceptionOfType(CollectionNotFoundException.class)
        .isThrownBy(() ->
            in(
                BOTH,
                none(),
                scope ->
                    packed(
                        new Pack("lift", List.of(of("state")), List.of(), List.of()),
                        List.of(scope),
                        opened ->
                            opened
                                .getFirst()
                                .param("a", Initializers.zeros(), Shape.of(2), DType.F32))));
  }

  @Test
  void keys_drawn_inside_count_outside() {
    in(
        Variables.empty(),
        none(),
        scope -> {
          var inside =
              packed(everything(), List.of(scope), opened -> opened.getFirst().makeRng("params"));
          assertThat(inside.data().toInts()).isEqualTo(new int[] {1428664606, (int) 3351135085L});
          assertThat(scope.makeRng("params").data().toInts())
              .isEqualTo(new int[] {(int) 3456700291L, (int) 3873160899L});
          return "";
        });
  }

  @Test
  void a_collection_that_does_not_come_out_is_read_only_inside() {
    assertThatExceptionOfType(ImmutableCollectionException.class)
        .isThrownBy(() ->
            in(
                BOTH,
                all(),
                scope ->
                    packed(
                        new Pack("lift", List.of(all()), List.of(of("params")), List.of(all())),
                        List.of(scope),
                        opened -> {
                          opened.getFirst().putVariable("state", "b", Numpy.zeros(3));
                          return "";
                        })));
  }

  @Test
  void the_path_shows_the_transformation() {
    in(
        BOTH,
        all(),
        scope ->
            packed(
                everything(),
                List.of(scope.push("dense")),
                opened -> {
                  assertThat(opened.getFirst().pathText()).isEqualTo("/lift(dense)");
                  assertThat(opened.getFirst().path()).containsExactly("dense");
                  return "";
                }));
  }

  @Test
  void scopes_of_a_run_end_with_it() {
    var kept = new ArrayList<Scope>();
    assertThatExceptionOfType(InvalidScopeException.class)
        .isThrownBy(() ->
            in(
                BOTH,
                all(),
                scope -> {
                  packed(everything(), List.of(scope), kept::addAll);
                  return kept.getFirst().push("late");
                }));
  }

  @Test
  void what_was_written_inside_is_there_outside_and_for_aliases() {
    var written =
        Scopes.apply(
            BOTH,
            of("state"),
            RNGS,
            scope -> {
              var child = scope.push("child");
              packed(
                  everything(),
                  List.of(scope),
                  opened -> {
                    opened.getFirst().push("child").putVariable("state", "x", Numpy.ones(1));
                    return "";
                  });
              return child.<Array>getVariable("state", "x").isPresent();
            });
    assertThat(written.output()).isTrue();
    assertThat(written.variables().collection("state").contains("child", "x")).isTrue();
  }

  @Test
  void the_outer_scope_rests_while_the_lifted_function_runs() {
    assertThatExceptionOfType(MixedTransformationException.class)
        .isThrownBy(() ->
            in(BOTH, all(), scope -> packed(everything(), List.of(scope), _ -> scope.push("x"))))
        .withMessageMatching(
            "Scope \"/\" was used at .* by a function that lift runs with its own scopes\\. "
                + "Pass the module or variable to the lifted function as an argument, and use "
                + "its parameter\\.");
  }

  @Test
  void variables_go_in_by_groups_and_what_the_function_writes_is_published_as_transformed() {
    var written =
        Scopes.apply(
            BOTH,
            of("state"),
            RNGS,
            scope ->
                new Pack(
                        "lift",
                        List.of(of("params"), all()),
                        List.of(of("params"), all()),
                        List.of(all()))
                    .run(
                        List.of(scope),
                        each -> {
                          var doubled =
                              each.variables().stream()
                                  .map(group -> group.stream().map(PackTest::doubled))
                                  .map(java.util.stream.Stream::toList)
                                  .toList();
                          var opened = each.open(doubled, each.rngs()).getFirst();
                          assertThat(opened).isNotSameAs(scope);
                          var inside = opened.<Array>getVariable("state", "b").orElseThrow();
                          opened.putVariable("state", "b", inside.add(1));
                          var groups = each.close(List.of(opened));
                          assertThat(groups.get(0).getFirst().isEmpty()).isTrue();
                          assertThat(scope.<Array>getVariable("state", "b").orElseThrow().get(0))
                              .extracting(Array::item)
                              .isEqualTo(1.0);
                          return new Pack.Result<>(
                              "",
                              List.of(
                                  groups.get(0),
                                  groups.get(1).stream().map(PackTest::doubled).toList()));
                        }));
    assertThat(written.variables().collection("state").get("b").toFloats())
        .containsExactly(6, 6, 6);
  }

  private static Variables doubled(Variables variables) {
    return Trees.map(variables, leaf -> ((Array) leaf).mul(2));
  }

  @Test
  void a_lane_folds_its_path_into_its_own_part_of_the_root() {
    var lanes =
        Lifts.<Array, Array>vmap(
            (scope, _) -> scope.push("C_0").makeRng("a").data(), VmapLift.NONE.withSplitRngs("a"));
    var keys =
        Scopes.apply(
                Variables.empty(),
                none(),
                Rngs.of("a", Key.of(0)),
                scope -> lanes.apply(scope, Numpy.ones(2)))
            .output();
    // Recorded from Flax 0.12.8: nn.vmap of a child C_0.
    assertThat(keys.toInts()).containsExactly(749119716, 252947069, 51944648, (int) 3681399023L);
    for (int lane = 0; lane < 2; lane++) {
      var alone = Rngs.of("a", Key.of(0).split(2).get(lane));
      var key =
          Scopes.apply(
              Variables.empty(), none(), alone, scope -> scope.push("C_0").makeRng("a").data());
      assertThat(key.output().toInts()).isEqualTo(keys.get(lane).toInts());
    }
  }

  @Test
  void a_collection_that_only_goes_in_is_read_only_inside() {
    var lanes =
        Lifts.<Array, Array>vmap(
            (scope, x) -> {
              scope.putVariable("state", "b", x);
              return x;
            },
            VmapLift.NONE.withVariableAxisIn(of("state"), 0));
    assertThatExceptionOfType(ImmutableCollectionException.class)
        .isThrownBy(() -> in(BOTH, of("state"), scope -> lanes.apply(scope, Numpy.ones(3))))
        .withMessageMatching(
            "Variable \"b\" in scope \"/vmap\\(\\)\" at .* cannot be written, because "
                + "collection \"state\" is not an output of this vmap\\. .*");
  }

  @Test
  void a_collection_that_only_comes_out_is_not_there_inside() {
    var lanes =
        Lifts.<Array, Boolean>vmap(
            (scope, x) -> {
              boolean before = scope.hasVariable("state", "b");
              scope.putVariable("state", "b", x);
              return before;
            },
            VmapLift.NONE.withVariableAxisOut(of("state"), 0).withOutAxes(null));
    var after =
        Scopes.apply(BOTH, of("state"), RNGS, scope -> lanes.apply(scope, Numpy.ones(3).mul(2)));
    assertThat(after.output()).isFalse();
    assertThat(after.variables().collection("state").get("b").toFloats()).containsExactly(2, 2, 2);
  }
}
