package io.cambric.compile;

import static io.cambric.testing.Staged.f32;
import static io.cambric.testing.Staged.i32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.cambric.array.Axes;
import io.cambric.compile.fusion.Fuser;
import io.cambric.compile.fusion.FusionPartition;
import io.cambric.compile.fusion.Rematerialization;
import io.cambric.compile.step.CopyElision;
import io.cambric.compile.step.Epilogues;
import io.cambric.compile.step.HorizontalFusion;
import io.cambric.compile.step.InPlaceUpdates;
import io.cambric.compile.step.ParallelSections;
import io.cambric.compile.step.Prologues;
import io.cambric.compile.step.ResultCopies;
import io.cambric.compile.step.StepEmitter;
import io.cambric.compile.step.StepsText;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterDims;
import io.cambric.testing.Staged;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each pass over steps on a small program, before and after as text. */
class StepPassesTest {

  private static final DotDims MATMUL = new DotDims(Axes.of(1), Axes.of(0), Axes.of(), Axes.of());

  private static Array matmul(Array x, Array y) {
    return Lax.dotGeneral(x, y, MATMUL);
  }

  private static FusionPartition partition(Jaxpr jaxpr) {
    return Fuser.partition(
        Compiler.optimise(jaxpr), Collections.nCopies(jaxpr.inputs().size(), false));
  }

  /** Asserts the text of a program before and after one pass of the pipeline. */
  private static void assertPass(Class<?> pass, Jaxpr jaxpr, String before, String after) {
    var program = StepEmitter.emit(Rematerialization.recompute(partition(jaxpr)));
    for (var earlier : Pipeline.STEPS) {
      if (earlier.name().equals(pass.getSimpleName())) {
        assertThat(StepsText.of(program)).isEqualTo(before);
        assertThat(StepsText.of(earlier.rewrite().apply(program))).isEqualTo(after);
        return;
      }
      program = earlier.rewrite().apply(program);
    }
    fail(pass + " is no pass over steps.");
  }

  @Test
  void result_copies_make_whole_arrays_of_results_that_are_views() {
    assertPass(
        ResultCopies.class,
        Staged.of(f32(2, 3), x -> Lax.transpose(x, Axes.of(1, 0))),
        """
        fused program of 1 arguments, 0 steps
          return arg0:f32[3,2]{0; 1,3}\
        """,
        """
        fused program of 1 arguments, 1 steps
          p0:f32[3,2] = loop[3, 2]{store v0} arg0:f32[3,2]{0; 1,3}
          return p0:f32[3,2]\
        """);
  }

  @Test
  void copy_elision_writes_a_product_into_its_slice_of_the_whole() {
    var jaxpr =
        Staged.of(
            List.of(f32(2, 2), f32(2, 2)),
            x ->
                List.of(
                    Lax.concatenate(List.of(matmul(x.getFirst(), x.getLast()), x.getFirst()), 0)));

    assertPass(
        CopyElision.class,
        jaxpr,
        """
        fused program of 2 arguments, 3 steps
          p0:f32[2,2] = dot_general arg0:f32[2,2] arg1:f32[2,2]
          p1:f32[2,2]{0; 2,1} = loop[2, 2]{store v0} p0:f32[2,2]
          p1:f32[2,2]{4; 2,1} = loop[2, 2]{store v0} arg0:f32[2,2]
          return p1:f32[4,2]\
        """,
        """
        fused program of 2 arguments, 2 steps
          p0:f32[2,2]{0; 2,1} = dot_general arg0:f32[2,2] arg1:f32[2,2]
          p0:f32[2,2]{4; 2,1} = loop[2, 2]{store v0} arg0:f32[2,2]
          return p0:f32[4,2]\
        """);
  }

  @Test
  void parallel_sections_put_the_steps_of_a_chain_one_after_the_other() {
    var jaxpr =
        Staged.of(
            Collections.nCopies(4, f32(64, 64)),
            x -> x.stream().map(y -> Lax.mul(y, Lax.reduceSum(y, Axes.of(0, 1)))).toList());

    assertPass(
        ParallelSections.class,
        jaxpr,
        """
        fused program of 4 arguments, 8 steps
          p0:f32[] = reduce_sum[64, 64]{store v0} arg0:f32[64,64]
          p1:f32[] = reduce_sum[64, 64]{store v0} arg1:f32[64,64]
          p2:f32[] = reduce_sum[64, 64]{store v0} arg2:f32[64,64]
          p3:f32[] = reduce_sum[64, 64]{store v0} arg3:f32[64,64]
          p4:f32[64,64] = loop[64, 64]{v2:f32 = mul v0 v1; store v2} arg0:f32[64,64] p0:f32[]
          p5:f32[64,64] = loop[64, 64]{v2:f32 = mul v0 v1; store v2} arg1:f32[64,64] p1:f32[]
          p6:f32[64,64] = loop[64, 64]{v2:f32 = mul v0 v1; store v2} arg2:f32[64,64] p2:f32[]
          p7:f32[64,64] = loop[64, 64]{v2:f32 = mul v0 v1; store v2} arg3:f32[64,64] p3:f32[]
          return p4:f32[64,64] p5:f32[64,64] p6:f32[64,64] p7:f32[64,64]\
        """,
        """
        fused program of 4 arguments, 8 steps
          section 1 of 4
            p0:f32[] = reduce_sum[64, 64]{store v0} arg0:f32[64,64]
            p1:f32[64,64] = loop[64, 64]{v2:f32 = mul v0 v1; store v2} arg0:f32[64,64] p0:f32[]
          section 2 of 4
            p2:f32[] = reduce_sum[64, 64]{store v0} arg2:f32[64,64]
            p3:f32[64,64] = loop[64, 64]{v2:f32 = mul v0 v1; store v2} arg2:f32[64,64] p2:f32[]
          section 3 of 4
            p4:f32[] = reduce_sum[64, 64]{store v0} arg3:f32[64,64]
            p5:f32[64,64] = loop[64, 64]{v2:f32 = mul v0 v1; store v2} arg3:f32[64,64] p4:f32[]
          section 4 of 4
            p6:f32[] = reduce_sum[64, 64]{store v0} arg1:f32[64,64]
            p7:f32[64,64] = loop[64, 64]{v2:f32 = mul v0 v1; store v2} arg1:f32[64,64] p6:f32[]
          return p1:f32[64,64] p7:f32[64,64] p3:f32[64,64] p5:f32[64,64]\
        """);
  }

  @Test
  void horizontal_fusion_makes_one_step_of_loops_with_equal_bodies() {
    assertPass(
        HorizontalFusion.class,
        Staged.of(List.of(f32(2), f32(3)), x -> List.of(Lax.exp(x.get(0)), Lax.exp(x.get(1)))),
        """
        fused program of 2 arguments, 2 steps
          p0:f32[2] = loop[2]{v1:f32 = exp v0; store v1} arg0:f32[2]
          p1:f32[3] = loop[3]{v1:f32 = exp v0; store v1} arg1:f32[3]
          return p0:f32[2] p1:f32[3]\
        """,
        """
        fused program of 2 arguments, 1 steps
          p0:f32[2] p1:f32[3] = loops[2][3]{v1:f32 = exp v0; store v1} arg0:f32[2] arg1:f32[3]
          return p0:f32[2] p1:f32[3]\
        """);
  }

  @Test
  void epilogues_are_the_loops_that_read_a_product() {
    assertPass(
        Epilogues.class,
        Staged.of(List.of(f32(2, 3), f32(3, 2)), x -> List.of(Lax.neg(matmul(x.get(0), x.get(1))))),
        """
        fused program of 2 arguments, 2 steps
          p0:f32[2,2] = dot_general arg0:f32[2,3] arg1:f32[3,2]
          p1:f32[2,2] = loop[2, 2]{v1:f32 = neg v0; store v1} p0:f32[2,2]
          return p1:f32[2,2]\
        """,
        """
        fused program of 2 arguments, 1 steps
          p0:f32[2,2] p1:f32[2,2] = dot_general then loop[2, 2]{v1:f32 = neg v0; store v1} arg0:f32[2,3] arg1:f32[3,2] p0:f32[2,2]
          return p1:f32[2,2]\
        """);
  }

  @Test
  void prologues_are_the_loops_whose_result_only_a_product_reads() {
    assertPass(
        Prologues.class,
        Staged.of(List.of(f32(2, 3), f32(3, 2)), x -> List.of(matmul(Lax.neg(x.get(0)), x.get(1)))),
        """
        fused program of 2 arguments, 2 steps
          p0:f32[2,3] = loop[2, 3]{v1:f32 = neg v0; store v1} arg0:f32[2,3]
          p1:f32[2,2] = dot_general p0:f32[2,3] arg1:f32[3,2]
          return p1:f32[2,2]\
        """,
        """
        fused program of 2 arguments, 1 steps
          p0:f32[2,2] = dot_general of loop[2, 3]{v1:f32 = neg v0; store v1} arg1:f32[3,2] arg0:f32[2,3]
          return p0:f32[2,2]\
        """);
  }

  @Test
  void in_place_updates_compute_an_operand_where_its_update_is() {
    var dims = new ScatterDims(Axes.of(), Axes.of(0), Axes.of(0));
    var jaxpr =
        Staged.of(
            List.of(f32(4), i32(2, 1), f32(2)),
            x ->
                List.of(
                    Lax.scatterAdd(
                        Lax.neg(x.get(0)), x.get(1), x.get(2), dims, GatherMode.FILL_OR_DROP)));

    assertPass(
        InPlaceUpdates.class,
        jaxpr,
        """
        fused program of 3 arguments, 2 steps
          p0:f32[4] = loop[4]{v1:f32 = neg v0; store v1} arg0:f32[4]
          p1:f32[4] = scatter-add p0:f32[4] arg1:i32[2,1] arg2:f32[2]
          return p1:f32[4]\
        """,
        """
        fused program of 3 arguments, 2 steps
          p0:f32[4] = loop[4]{v1:f32 = neg v0; store v1} arg0:f32[4]
          p0:f32[4] = scatter-add p0:f32[4] arg1:i32[2,1] arg2:f32[2]
          return p0:f32[4]\
        """);
  }
}
