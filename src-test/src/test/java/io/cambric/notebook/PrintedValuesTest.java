package io.cambric.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Values of public classes print as text that is worth reading. */
class PrintedValuesTest {

  /** Public classes whose values nobody has in a session, or that are no values. */
  private static final Set<String> NOT_IN_SESSIONS =
      Set.of(
          // The machine below the functions: traces, compiled programs, kernels.
          "io.cambric.core.FiniteTrace",
          "io.cambric.numpy.FluentMethods",
          "io.cambric.scope.Audit",
          "io.cambric.scope.CreationLog",
          "io.cambric.scope.RngCounters",
          "io.cambric.scope.lift.Packed",
          "io.cambric.profiler.StepTraceAnnotation",
          "io.cambric.kernel.PrepackedPanels",
          "io.cambric.kernel.Prepacked",
          "io.cambric.serialization.ByteSink$Counting",
          "io.cambric.serialization.ByteSource$OfFile");

  /** Packages that are not exported, or to other modules of the library only. */
  private static final Set<String> INTERNAL =
      Set.of(
          "io.cambric.compile",
          "io.cambric.concurrent",
          "io.cambric.data.file",
          "io.cambric.data.record",
          "io.cambric.data.table.codec",
          "io.cambric.examples",
          "io.cambric.file.support",
          "io.cambric.frameworks.content",
          "io.cambric.frameworks.hdf5",
          "io.cambric.frameworks.pickle",
          "io.cambric.interpreters",
          "io.cambric.io.compression",
          "io.cambric.io.protobuf",
          "io.cambric.io.safetensors.format",
          "io.cambric.json.tree",
          "io.cambric.kernel.block",
          "io.cambric.kernel.plain",
          "io.cambric.kernels",
          "io.cambric.models.pretrained",
          "io.cambric.numpy.linalg",
          "io.cambric.numpy.nn",
          "io.cambric.numpy.routine",
          "io.cambric.numpy.special",
          "io.cambric.processor",
          "io.cambric.profiler.event",
          "io.cambric.recompute",
          "io.cambric.rewrite",
          "io.cambric.text.align",
          "io.cambric.text.model",
          "io.cambric.text.pattern",
          "io.cambric.text.vocabulary");

  @Test
  void public_classes_have_a_text_of_their_own() {
    var classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/shaded/"))
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.cambric");

    assertThat(
            classes.stream()
                .filter(PrintedValuesTest::hasValues)
                .filter(type -> !hasText(type))
                .map(JavaClass::getName)
                .filter(name -> !NOT_IN_SESSIONS.contains(name))
                .toList())
        .isEmpty();
  }

  private static boolean hasValues(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && !type.getModifiers().contains(JavaModifier.ABSTRACT)
        && !type.isInterface()
        && !type.isAssignableTo(Throwable.class)
        && !type.getSimpleName().endsWith("_Flattener")
        && INTERNAL.stream().noneMatch(type.getPackageName()::startsWith)
        && type.getMethods().stream().anyMatch(PrintedValuesTest::isOfValues);
  }

  private static boolean isOfValues(JavaMethod method) {
    return method.getModifiers().contains(JavaModifier.PUBLIC)
        && !method.getModifiers().contains(JavaModifier.STATIC);
  }

  private static boolean hasText(JavaClass type) {
    return type.getAllMethods().stream()
        .filter(method -> method.getName().equals("toString"))
        .filter(method -> method.getRawParameterTypes().isEmpty())
        .anyMatch(method -> !method.getOwner().isEquivalentTo(Object.class));
  }
}
