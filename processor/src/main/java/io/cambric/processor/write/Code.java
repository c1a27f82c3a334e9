package io.cambric.processor.write;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import com.palantir.javapoet.WildcardTypeName;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.Lint;
import io.cambric.processor.read.ParameterModel;
import io.cambric.processor.read.RuntimeTypes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collector;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Pieces of code that several writers need. */
final class Code {

  private static final String PROCESSOR = "io.cambric.processor.CambricProcessor";

  /** Joins pieces of code by commas, with line breaks where a line would be too long. */
  static final Collector<CodeBlock, ?, CodeBlock> LIST = CodeBlock.joining(",$W");

  private Code() {}

  /**
   * A source file that names its source.
   *
   * @param lint the kinds of warnings that it can't avoid
   */
  static JavaFile file(
      ClassName name, TypeSpec.Builder type, List<String> lint, TypeElement origin) {
    return file(name, type, lint, List.of(), origin);
  }

  /**
   * A source file that names its source, and some of its imports.
   *
   * @param lint the kinds of warnings that it can't avoid
   */
  static JavaFile file(
      ClassName name,
      TypeSpec.Builder type,
      List<String> lint,
      List<String> imports,
      TypeElement origin) {
    var generated =
        AnnotationSpec.builder(RuntimeTypes.GENERATED)
            .addMember("value", "$S", PROCESSOR)
            .addMember("from", "$S", origin.getQualifiedName());
    imports.forEach(each -> generated.addMember("imports", "$S", each));
    if (!lint.isEmpty()) {
      type.addAnnotation(suppress(lint));
    }
    var spec = type.addAnnotation(generated.build()).addOriginatingElement(origin).build();
    return JavaFile.builder(name.packageName(), spec)
        .indent("  ")
        .skipJavaLangImports(true)
        .addFileComment("Generated from $L; edit that instead.", origin.getSimpleName())
        .build();
  }

  /** Names joined by commas, as arguments of a call. */
  static CodeBlock arguments(Collection<String> names) {
    return names.stream().map(name -> CodeBlock.of("$L", name)).collect(LIST);
  }

  /** A name like {@code wish} that isn't in {@code taken}. */
  static String free(String wish, Set<String> taken) {
    return taken.contains(wish) ? free(wish + "_", taken) : wish;
  }

  /** The parameters of {@code models} as arguments of a call. */
  static CodeBlock arguments(List<ParameterModel> models) {
    return models.stream().map(model -> CodeBlock.of("$L", model.name())).collect(LIST);
  }

  /**
   * Adds parameters, the last one of variable arity if it is so in the source. Also adds the
   * annotations and modifiers that the source's annotations and arity require.
   */
  static void addParameters(
      MethodSpec.Builder method, List<ParameterModel> parameters, ExecutableElement source) {
    var suppressed = new ArrayList<>(Lint.suppressed(source));
    for (var parameter : parameters) {
      method.addParameter(ParameterSpec.builder(parameter.type(), parameter.name()).build());
    }
    deprecation(source).ifPresent(method::addAnnotation);
    if (Lint.isToBeRemoved(source)) {
      suppressed.add("removal");
    }
    if (source.isVarArgs()) {
      method.varargs();
      if (isGenericArray(parameters.getLast())) {
        method.addAnnotation(SafeVarargs.class);
        suppressed.add("varargs");
        if (!method.build().modifiers().contains(Modifier.STATIC)) {
          method.addModifiers(Modifier.FINAL);
        }
      }
    }
    if (!suppressed.isEmpty()) {
      method.addAnnotation(suppress(suppressed));
    }
  }

  /** {@return the annotation in the source that deprecates {@code element}} */
  static Optional<AnnotationSpec> deprecation(Element element) {
    return Annotated.find(element, Annotated.DEPRECATED).map(AnnotationSpec::get);
  }

  /** {@code @SuppressWarnings} of these kinds. */
  static AnnotationSpec suppress(List<String> kinds) {
    var annotation = AnnotationSpec.builder(SuppressWarnings.class);
    kinds.forEach(kind -> annotation.addMember("value", "$S", kind));
    return annotation.build();
  }

  /** {@code @SuppressWarnings} of one kind. */
  static AnnotationSpec suppress(String kind) {
    return suppress(List.of(kind));
  }

  private static boolean isGenericArray(ParameterModel parameter) {
    return parameter.type() instanceof ArrayTypeName array
        && switch (array.componentType()) {
          case TypeVariableName _ -> true;
          case ParameterizedTypeName type ->
              type.typeArguments().stream().anyMatch(a -> !(a instanceof WildcardTypeName));
          default -> false;
        };
  }
}
