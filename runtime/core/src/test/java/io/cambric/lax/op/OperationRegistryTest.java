package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.Primitive.LinearOperand;
import io.cambric.errors.MissingRuleException;
import io.cambric.lax.Lax;
import io.cambric.lax.conv.ReduceWindow;
import io.cambric.testing.Seeds;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The completeness of the table of laws: no operation escapes it, and no rule is missing without a
 * reason.
 */
class OperationRegistryTest {

  private static final String NOT_LINEAR = "not linear in any operand, so nothing transposes it";

  /** Why an operation has no transpose rule, by class; every other one has. */
  private static final Map<String, String> WITHOUT_TRANSPOSE =
      Map.ofEntries(
          Map.entry("Sort", "its tangent is a gather"),
          Map.entry("TopK", "its tangent is a gather"),
          Map.entry("Max", "its tangent is a product with a mask"),
          Map.entry("Min", "its tangent is a product with a mask"),
          Map.entry("ReduceMax", "its tangent is a sum over a mask"),
          Map.entry("ReduceProd", "its tangent is a tree of products"),
          Map.entry("Clamp", "its tangent is a selection"),
          Map.entry("LogAddExp", "its tangents are products with its derivatives"),
          Map.entry("RandomBinomial", "its tangent is zero"),
          Map.entry("DotProductAttention", "its tangent is an operation of its own"),
          Map.entry("DotProductAttentionGradient", "its tangent is made of products"),
          Map.entry("SinOverX", "its tangent is a product with its derivative"),
          Map.entry("Cholesky", "its tangent is two triangular solutions and a product"),
          Map.entry("Lu", "its tangent is two triangular solutions and products"),
          Map.entry("Qr", "its tangent is a triangular solution and products"),
          Map.entry("Eigh", "its tangent is products with the vectors"),
          Map.entry("Svd", "its tangent is products with the vectors"),
          Map.entry("Iota", "it has no operands"));

  /** Why an operation keeps no law, by class. */
  private static final Map<String, String> WITHOUT_LAWS =
      Map.of("RngUniform", "each run draws other numbers, so no two ways lead to the same ones");

  @Test
  void every_operation_of_the_package_is_in_a_table()
      throws IOException, URISyntaxException, ClassNotFoundException {
    var inTable =
        LawTable.all().stream()
            .map(law -> law.operation().getClass().getSimpleName())
            .collect(Collectors.toCollection(TreeSet::new));
    CollectiveTable.all().forEach(row -> inTable.add(row.operation().getClass().getSimpleName()));
    CollectiveTable.WITHOUT_A_ROW.keySet().forEach(type -> inTable.add(type.getSimpleName()));
    inTable.addAll(WITHOUT_LAWS.keySet());
    assertThat(inTable).isEqualTo(operations());
  }

  private static Set<String> operations()
      throws IOException, URISyntaxException, ClassNotFoundException {
    var classes = Path.of(Lax.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    var names = new TreeSet<String>();
    try (var files = Files.walk(classes.resolve("io/cambric/lax"))) {
      for (var file : files.toList()) {
        var name = classes.relativize(file).toString().replace(File.separatorChar, '.');
        if (name.endsWith(".class") && !name.contains("-")) {
          var type = Class.forName(name.substring(0, name.length() - 6));
          if (type.isRecord() && Primitive.class.isAssignableFrom(type)) {
            names.add(type.getSimpleName());
          }
        }
      }
    }
    return names;
  }

  @Test
  void every_operation_has_jvp_and_batching_rules_or_a_reason() {
    for (var law : LawTable.all()) {
      if (law.args().isEmpty()) {
        continue;
      }
      var random = Seeds.generator(Seeds.ofTest(law.name()));
      var operands = new ArrayList<Array>();
      var lanes = new ArrayList<Array>();
      var axes = new ArrayList<Integer>();
      var tangents = new ArrayList<Array>();
      for (var arg : law.args()) {
        operands.add(arg.draw(random));
        lanes.add(arg.drawLanes(random, 0, 2));
        axes.add(0);
        tangents.add(arg.isDifferentiated() ? arg.draw(random) : null);
      }
      if (law.valuesOnly().isEmpty()) {
        assertThat(law.operation().jvp(operands, tangents).primals()).as(law.name()).isNotEmpty();
      } else {
        assertThatExceptionOfType(MissingRuleException.class)
            .as(law.valuesOnly())
            .isThrownBy(() -> law.operation().jvp(operands, tangents));
      }
      Batched out = law.operation().batch(new MappedAxis(2, null), lanes, axes);
      assertThat(out.values()).as(law.name()).hasSameSizeAs(out.axes());
    }
  }

  @Test
  void a_missing_transpose_rule_has_a_reason() {
    var without = new TreeSet<String>();
    for (var law : LawTable.all()) {
      var operation = law.operation();
      boolean nonlinear =
          operation instanceof UnaryOp
              || operation instanceof BinaryOp
              || operation instanceof FlatOp
              || operation instanceof Threefry2x32
              || (operation instanceof RealFunctionOp && !(operation instanceof ReducePrecision));
      var linear = law.args().stream().map(Arg::isDifferentiated).toList();
      if (nonlinear || !law.valuesOnly().isEmpty() || !linear.contains(true)) {
        continue;
      }
      if (!transposes(law)) {
        without.add(operation.getClass().getSimpleName());
      }
    }
    assertThat(WITHOUT_TRANSPOSE.keySet()).as(NOT_LINEAR).containsAll(without);
  }

  private static boolean transposes(Law law) {
    var random = Seeds.generator(Seeds.ofTest(law.name()));
    var operands = law.args().stream().map(arg -> arg.draw(random)).toList();
    var results = law.operation().abstractEval(operands.stream().map(Array::aval).toList());
    var cotangents = new ArrayList<Array>();
    for (var result : results) {
      cotangents.add(Lax.full(result.strong(), 1));
    }
    for (int unknown = 0; unknown < operands.size(); unknown++) {
      var linear = new ArrayList<LinearOperand>();
      for (int i = 0; i < operands.size(); i++) {
        linear.add(
            i == unknown
                ? new LinearOperand.Unknown(operands.get(i).aval())
                : new LinearOperand.Known(operands.get(i)));
      }
      try {
        var out = law.operation().transpose(List.copyOf(cotangents), linear);
        if (out.get(unknown) != null) {
          return true;
        }
      } catch (MissingRuleException missing) {
        assertThat(missing).hasMessageContaining(law.operation().name());
      }
    }
    return isOfTheLinearKind(law);
  }

  /** Of some operations only one kind is linear. */
  private static boolean isOfTheLinearKind(Law law) {
    return law.operation() instanceof Cumulative
        || law.operation() instanceof ReduceWindow
        || law.operation() instanceof Scatter;
  }
}
