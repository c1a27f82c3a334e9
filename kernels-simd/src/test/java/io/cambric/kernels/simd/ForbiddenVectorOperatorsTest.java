package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * No kernel uses an operator whose bits change when the JIT compiles it, nor a second vector shape.
 */
@Tag("any-width")
class ForbiddenVectorOperatorsTest {

  private static final Set<String> FUNCTIONS =
      Set.of(
          "SIN", "COS", "TAN", "ASIN", "ACOS", "ATAN", "ATAN2", "SINH", "COSH", "TANH", "EXP",
          "EXPM1", "LOG", "LOG10", "LOG1P", "CBRT", "POW", "HYPOT");

  @Test
  void no_class_reduces_float_lanes_or_uses_a_transcendental_operator_or_a_second_shape()
      throws Exception {
    var found = new ArrayList<String>();
    var classes = classes();
    for (var file : classes) {
      scan(ClassFile.of().parse(file), found);
    }
    assertThat(classes).hasSizeGreaterThan(5);
    assertThat(found).isEmpty();
  }

  private static List<Path> classes() throws IOException, URISyntaxException {
    var root =
        Path.of(SimdKernels.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (var files = Files.walk(root)) {
      return files.filter(f -> f.toString().endsWith(".class")).toList();
    }
  }

  private static void scan(ClassModel model, List<String> found) {
    String name = model.thisClass().asInternalName();
    for (var method : model.methods()) {
      method
          .code()
          .ifPresent(code ->
              code.forEach(element -> {
                if (element instanceof InvokeInstruction call && isForbidden(call)) {
                  found.add(name + "." + method.methodName() + " reduces float lanes");
                }
                if (element instanceof FieldInstruction field && isForbidden(field)) {
                  found.add(name + "." + method.methodName() + " uses " + field.name());
                }
              }));
    }
  }

  private static boolean isForbidden(InvokeInstruction call) {
    String owner = call.owner().asInternalName();
    boolean floating = owner.endsWith("/FloatVector") || owner.endsWith("/DoubleVector");
    return floating && call.name().stringValue().startsWith("reduceLanes");
  }

  private static boolean isForbidden(FieldInstruction field) {
    String owner = field.owner().asInternalName();
    String name = field.name().stringValue();
    // A second shape makes the JIT box vectors: see Species.
    boolean shape = owner.endsWith("Vector") && name.startsWith("SPECIES_");
    return (owner.endsWith("/VectorOperators") && FUNCTIONS.contains(name))
        || (shape && !name.equals("SPECIES_PREFERRED"));
  }
}
