package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.interpreters.BatchTrace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches of no lanes: their results have no elements, and the types that a lane would have. */
class NoLanesLawsTest {

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("io.cambric.lax.op.OperationLawsTest#laws")
  void a_batch_of_no_lanes_has_results_of_no_lanes(String name, long seed, Law law) {
    int count = law.args().size();
    for (int mapped = 1; mapped < 1 << count; mapped++) {
      var test = OperationLawsTest.Case.of(law, seed);
      var operands = new ArrayList<Array>();
      var axes = new ArrayList<Integer>();
      for (int i = 0; i < count; i++) {
        boolean isMapped = (mapped >> i & 1) == 1;
        var arg = law.args().get(i);
        operands.add(isMapped ? arg.drawLanes(test.random(), 0, 0) : arg.draw(test.random()));
        axes.add(isMapped ? 0 : Batched.NOT_MAPPED);
      }

      var out = BatchTrace.batch(new MappedAxis(0, null), test.function(), operands, axes);

      var lane = test.function().apply(List.copyOf(test.operands()));
      for (int i = 0; i < lane.size(); i++) {
        int at = out.axes().get(i);
        var expected = lane.get(i).aval();
        assertThat(out.values().get(i).aval().strong())
            .as("result %d, mapped %s", i, axes)
            .isEqualTo(
                at == Batched.NOT_MAPPED
                    ? expected.strong()
                    : expected.withShape(expected.shape().insert(at, 0)).strong());
      }
      assertThat(Collections.max(out.axes())).isNotEqualTo(Batched.NOT_MAPPED);
    }
  }
}
