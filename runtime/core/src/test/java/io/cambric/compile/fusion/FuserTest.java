package io.cambric.compile.fusion;

import static io.cambric.testing.Staged.f32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.numpy.Activations;
import io.cambric.programs.RandomProgram;
import io.cambric.testing.Staged;
import io.cambric.transform.Transforms;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The partition of programs into fusion groups, read off its text. */
class FuserTest {

  private static final DotDims MATMUL = new DotDims(Axes.of(1), Axes.of(0), Axes.of(), Axes.of());

  private static Array matmul(Array x, Array y) {
    return Lax.dotGeneral(x, y, MATMUL);
  }

  private static NdArray scalar(double value) {
    return NdArray.scalar(DType.F32, value);
  }

  private static FusionPartition partition(Jaxpr jaxpr) {
    return Fuser.partition(
        Compiler.optimise(jaxpr), Collections.nCopies(jaxpr.inputs().size(), false));
  }

  private static String partition(
      List<ShapedArray> avals, Function<List<Array>, List<Array>> function) {
    return partition(Staged.of(avals, function)).toText();
  }

  private static String partition(ShapedArray aval, Function<Array, Array> function) {
    return partition(Staged.of(aval, function)).toText();
  }

  @Test
  void equations_of_one_shape_that_read_each_other_are_one_loop() {
    assertThat(partition(f32(2, 3), x -> Lax.mul(Lax.exp(x), x)))
        .isEqualTo(
            """
            partition of 1 arguments, 1 units
              loop[2, 3]
                v0:f32[2,3] = exp arg0
                v1:f32[2,3] = mul v0 arg0
              return v1\
            """);
  }

  @Test
  void equations_that_load_the_same_array_are_one_loop() {
    assertThat(
            partition(List.of(f32(2)), x -> List.of(Lax.exp(x.getFirst()), Lax.neg(x.getFirst()))))
        .isEqualTo(
            """
            partition of 1 arguments, 1 units
              loop[2]
                v0:f32[2] = exp arg0
                v1:f32[2] = neg arg0
              return v0 v1\
            """);
  }

  @Test
  void unrelated_equations_of_one_shape_stay_apart_unless_they_are_scalars() {
    assertThat(
            partition(
                List.of(f32(2), f32(2), f32(), f32()), x -> x.stream().map(Lax::exp).toList()))
        .isEqualTo(
            """
            partition of 4 arguments, 3 units
              loop[2]
                v0:f32[2] = exp arg0
              loop[2]
                v1:f32[2] = exp arg1
              loop[]
                v2:f32[] = exp arg2
                v3:f32[] = exp arg3
              return v0 v1 v2 v3\
            """);
  }

  @Test
  void groups_that_compute_the_operands_of_an_equation_are_merged() {
    assertThat(
            partition(
                List.of(f32(2), f32(2)),
                x -> List.of(Lax.add(Lax.exp(x.getFirst()), Lax.neg(x.getLast())))))
        .isEqualTo(
            """
            partition of 2 arguments, 1 units
              loop[2]
                v0:f32[2] = exp arg0
                v1:f32[2] = neg arg1
                v2:f32[2] = add v0 v1
              return v2\
            """);
  }

  @Test
  void a_group_takes_no_equation_that_depends_on_an_outside_reader() {
    assertThat(
            partition(
                List.of(f32(2, 2), f32(2, 2)),
                x -> {
                  var negated = Lax.neg(x.getFirst());
                  return List.of(Lax.add(negated, matmul(negated, x.getLast())));
                }))
        .isEqualTo(
            """
            partition of 2 arguments, 3 units
              loop[2, 2]
                v0:f32[2,2] = neg arg0
              v1:f32[2,2] = dot_general v0 arg1
              loop[2, 2]
                v2:f32[2,2] = add v0 v1
              return v2\
            """);
  }

  @Test
  void a_group_takes_no_more_instructions_than_a_body_may_have() {
    var text =
        partition(
            f32(2),
            x -> {
              var result = x;
              for (int i = 0; i <= FusionGroup.MAX_INSTRUCTIONS; i++) {
                result = Lax.sin(result);
              }
              return result;
            });

    assertThat(text.lines().filter(line -> line.equals("  loop[2]"))).hasSize(2);
    assertThat(
            text.lines()
                .toList()
                .subList(FusionGroup.MAX_INSTRUCTIONS, text.lines().toList().size()))
        .containsExactly(
            "    v62:f32[2] = sin v61",
            "    v63:f32[2] = sin v62",
            "  loop[2]",
            "    v64:f32[2] = sin v63",
            "  return v64");
  }

  @Test
  void a_reduction_that_is_the_only_reader_ends_a_group() {
    assertThat(partition(f32(2, 3), x -> Lax.reduceSum(Lax.exp(x), Axes.of(0))))
        .isEqualTo(
            """
            partition of 1 arguments, 1 units
              reduction[2, 3]
                v0:f32[2,3] = exp arg0
                v1:f32[3] = reduce_sum v0
              return v1\
            """);
  }

  @Test
  void a_reduction_of_an_array_that_others_read_is_a_group_of_its_own() {
    assertThat(
            partition(
                List.of(f32(2, 3)),
                x -> {
                  var exp = Lax.exp(x.getFirst());
                  return List.of(exp, Lax.reduceSum(exp, Axes.of(0)));
                }))
        .isEqualTo(
            """
            partition of 1 arguments, 2 units
              loop[2, 3]
                v0:f32[2,3] = exp arg0
              reduction[2, 3]
                v1:f32[3] = reduce_sum v0
              return v0 v1\
            """);
  }

  @Test
  void reductions_of_rows_stay_in_the_loop_that_reads_them_with_their_views() {
    assertThat(partition(f32(2, 3), x -> Activations.softmax(x)))
        .isEqualTo(
            """
            partition of 1 arguments, 1 units
              loop[2, 3]
                v0:f32[2] = reduce_max arg0
                v1:f32[2,1] = reshape v0
                v2:f32[2,3] = broadcast_in_dim v1
                v3:f32[2,3] = sub arg0 v2
                v4:f32[2,3] = exp v3
                v5:f32[2] = reduce_sum v4
                v6:f32[2,1] = reshape v5
                v7:f32[2,3] = broadcast_in_dim v6
                v8:f32[2,3] = div v4 v7
              return v8\
            """);
  }

  @Test
  void a_small_reader_of_rows_follows_the_group_which_stays_open() {
    assertThat(
            partition(
                List.of(f32(4, 3)),
                x -> {
                  var all =
                      Transforms.valueAndGrad((Array y) -> Activations.logsumexp(y, -1).mean())
                          .apply(x.getFirst());
                  return List.of(all.value(), all.grads());
                }))
        .isEqualTo(
            """
            partition of 1 arguments, 4 units
              v0:f32[4] = broadcast_in_dim 0.25:f32[]
              loop[4, 3]
                v1:f32[4] = reduce_max arg0
                v2:f32[4,1] = reshape v1
                v3:bool[4,1] = is_finite v2
                v4:f32[4,1] = select_n v3 0.0:f32[] v2
                v5:f32[4,3] = broadcast_in_dim v4
                v6:f32[4,3] = sub arg0 v5
                v7:f32[4,3] = exp v6
                v8:f32[4] = reduce_sum v7
                v9:f32[4] = abs v8
                v10:bool[4] = ge v8 0.0:f32[]
                v11:f32[4] = log v9
                v12:f32[4] = reshape v4
                v13:f32[4] = add v11 v12
                v14:f32[4] = div v0 v9
                v15:f32[4] = select_n v10 v14 0.0:f32[]
                v16:f32[4] = select_n v10 0.0:f32[] v14
                v17:f32[4] = neg v15
                v18:f32[4] = add v16 v17
                v19:f32[4,3] = broadcast_in_dim v18
                v20:f32[4,3] = mul v19 v7
              reduction[4]
                v21:f32[] = reduce_sum v13
              loop[]
                v22:f32[] = mul v21 0.25:f32[]
              return v22 v20\
            """);
  }

  @Test
  void a_follower_of_a_group_follows_the_group_that_absorbs_it() {
    assertThat(
            partition(
                List.of(f32(4, 3), f32(4, 3)),
                x -> {
                  var largest = x.getFirst().max(-1);
                  var centred = x.getFirst().sub(largest.expandDims(-1));
                  var sum = Lax.reduceSum(largest, Axes.of(0));
                  var both = Lax.add(centred, Lax.neg(x.getLast()));
                  return List.of(both, Lax.mul(both, sum));
                }))
        .isEqualTo(
            """
            partition of 2 arguments, 3 units
              loop[4, 3]
                v0:f32[4] = reduce_max arg0
                v1:f32[4,1] = broadcast_in_dim v0
                v2:f32[4,3] = broadcast_in_dim v1
                v3:f32[4,3] = sub arg0 v2
                v4:f32[4,3] = neg arg1
                v5:f32[4,3] = add v3 v4
              reduction[4]
                v6:f32[] = reduce_sum v0
              loop[4, 3]
                v7:f32[4,3] = mul v5 v6
              return v5 v7\
            """);
  }

  @Test
  void a_reader_of_a_concatenation_does_not_join_a_group_that_writes_a_part_of_it() {
    assertThat(
            partition(
                f32(2, 2),
                x -> {
                  var whole = Lax.concatenate(List.of(Lax.neg(x), x), 0);
                  return Lax.mul(Lax.slice(whole, Axes.of(0, 0), Axes.of(2, 2), Axes.of(1, 1)), x);
                }))
        .isEqualTo(
            """
            partition of 1 arguments, 4 units
              loop[2, 2]
                v0:f32[2,2] = neg arg0
              v1:f32[4,2] = concatenate v0 arg0
              v2:f32[2,2] = slice v1
              loop[2, 2]
                v3:f32[2,2] = mul v2 arg0
              return v3\
            """);
  }

  @Test
  void no_equation_joins_a_group_before_a_barrier() {
    assertThat(
            partition(
                f32(2),
                x -> {
                  var before = Lax.exp(x);
                  var kept = Lax.optimizationBarrier(List.of(before)).getFirst();
                  return Lax.add(kept, x);
                }))
        .isEqualTo(
            """
            partition of 1 arguments, 3 units
              loop[2]
                v0:f32[2] = exp arg0
              v1:f32[2] = optimization_barrier v0
              loop[2]
                v2:f32[2] = add v1 arg0
              return v2\
            """);
  }

  @Test
  void rematerialization_adds_copies_to_the_groups_that_read_a_value() {
    var partition =
        partition(
            Staged.of(
                List.of(f32(8, 8), f32(8, 8)),
                x -> {
                  var negated = Lax.neg(x.getFirst());
                  return List.of(Lax.add(negated, matmul(negated, x.getLast())));
                }));

    assertThat(Rematerialization.recompute(partition).toText())
        .isEqualTo(
            """
            partition of 2 arguments, 3 units
              loop[8, 8]
                v0:f32[8,8] = neg arg0
              v1:f32[8,8] = dot_general v0 arg1
              loop[8, 8]
                v2:f32[8,8] = neg arg0
                v3:f32[8,8] = add v2 v1
              return v3\
            """);
  }

  static LongStream seeds() {
    return LongStream.range(0, 100);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void each_equation_is_in_one_unit_after_those_whose_results_it_reads(long seed) {
    var partition = partition(RandomProgram.ofWholeNumbers(seed).jaxpr());
    var made = new HashSet<Atom>(partition.graph().inputs());
    var seen = Collections.newSetFromMap(new IdentityHashMap<FusionGraph.Node, Boolean>());
    for (var unit : partition.units()) {
      var nodes =
          switch (unit) {
            case FusionGroup group -> group.nodes();
            case FusionGraph.Node node -> List.of(node);
          };
      for (var node : nodes) {
        assertThat(seen.add(node)).as(partition::toText).isTrue();
        for (var input : node.eqn().inputs()) {
          assertThat(input instanceof Atom.Literal || made.contains(input))
              .as(partition::toText)
              .isTrue();
        }
        made.addAll(node.eqn().outputs());
      }
    }
    assertThat(seen).hasSize(partition.graph().nodes().size());
  }
}
