package io.cambric.build.withers;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import io.cambric.build.facade.ArgumentConversions;
import io.cambric.build.facade.TypeNames;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * Writes the withers of a record. A component of a convertible type has one wither for each form.
 *
 * <p>If the record is a gradient transformation and a component is a hyperparameter, the interface
 * also lists and replaces hyperparameters by name.
 */
final class RecordWithersWriter {

  private static final String BASE = "io.cambric.optax.base";
  private static final ClassName INJECTABLE = ClassName.get(BASE, "Injectable");
  private static final ClassName INJECTION = ClassName.get(BASE, "Injection");
  private static final ClassName SCALAR =
      ClassName.get("io.cambric.optax.hyperparameter", "Scalar");
  private static final ClassName SCALAR_OR_SCHEDULE = ClassName.get(BASE, "ScalarOrSchedule");

  private final TypeElement marked;
  private final ClassName type;
  private final List<TypeVariableName> variables;

  /** The record with its own type variables. */
  private final TypeName self;

  private final List<? extends RecordComponentElement> components;
  private final boolean isTransformation;
  private final Map<String, String> docs;

  RecordWithersWriter(TypeElement marked, boolean isTransformation, Map<String, String> docs) {
    this.marked = marked;
    this.isTransformation = isTransformation;
    this.type = ClassName.get(marked);
    this.variables = marked.getTypeParameters().stream().map(TypeNames::of).toList();
    this.self =
        variables.isEmpty()
            ? type
            : ParameterizedTypeName.get(type, variables.toArray(TypeName[]::new));
    this.components = marked.getRecordComponents();
    this.docs = docs;
  }

  JavaFile file() {
    var withers =
        TypeSpec.interfaceBuilder(type.peerClass(type.simpleName() + "With"))
            .addJavadoc("The withers of {@link $T}.", type)
            .addTypeVariables(variables)
            .addOriginatingElement(marked);
    if (marked.getModifiers().contains(Modifier.PUBLIC)) {
      withers.addModifiers(Modifier.PUBLIC);
    }
    var deprecated = marked.getAnnotation(Deprecated.class);
    if (deprecated != null) {
      // Only deprecated types name a deprecated record without a warning.
      withers
          .addAnnotation(AnnotationSpec.get(deprecated))
          .addJavadoc("\n\n@deprecated as is {@link $T}\n", type);
    }
    components.forEach(component -> withers.addMethod(accessor(component)));
    for (var component : components) {
      var conversions = ArgumentConversions.of(component.asType());
      if (conversions.isEmpty()) {
        withers.addMethod(wither(component));
      }
      conversions.forEach(conversion -> withers.addMethod(wither(component, conversion)));
      if (!conversions.isEmpty() && mayBeUnset(component)) {
        withers.addMethod(without(component));
      }
    }
    if (isTransformation && components.stream().anyMatch(RecordWithersWriter::isHyperparameter)) {
      withers
          .addSuperinterface(ParameterizedTypeName.get(INJECTABLE, self))
          .addMethod(hyperparameters())
          .addMethod(withHyperparameters());
    }
    return JavaFile.builder(type.packageName(), withers.build())
        .indent("  ")
        .skipJavaLangImports(true)
        .addFileComment("Generated from $L; edit that instead.", type.simpleName())
        .build();
  }

  private static MethodSpec accessor(RecordComponentElement component) {
    return MethodSpec.methodBuilder(component.getSimpleName().toString())
        .addJavadoc("{@return the $L}\n", words(component))
        .addModifiers(Modifier.PUBLIC, Modifier.ABSTRACT)
        .returns(TypeNames.of(component.asType()))
        .build();
  }

  private MethodSpec wither(RecordComponentElement component) {
    var name = component.getSimpleName().toString();
    return named(component)
        .addParameter(ParameterSpec.builder(TypeNames.of(component.asType()), name).build())
        .addStatement(with(component, CodeBlock.of("$L", name)))
        .build();
  }

  private MethodSpec wither(RecordComponentElement component, ExecutableElement conversion) {
    var name = component.getSimpleName().toString();
    var method = named(component);
    conversion.getTypeParameters().forEach(each -> method.addTypeVariable(TypeNames.of(each)));
    var form = conversion.getParameters().getFirst().asType();
    var converter = ClassName.get((TypeElement) conversion.getEnclosingElement());
    return method
        .addParameter(ParameterSpec.builder(TypeNames.of(form), name).build())
        .addStatement(with(component, CodeBlock.of("$T.of($L)", converter, name)))
        .build();
  }

  /** No form of a convertible type is absence, so a method of its own unsets it. */
  private MethodSpec without(RecordComponentElement component) {
    return MethodSpec.methodBuilder("without" + capitalized(component))
        .addModifiers(Modifier.PUBLIC, Modifier.DEFAULT)
        .returns(self)
        .addJavadoc("{@return this without the $L}\n", words(component))
        .addStatement(with(component, CodeBlock.of("null")))
        .build();
  }

  private MethodSpec.Builder named(RecordComponentElement component) {
    var name = component.getSimpleName().toString();
    var method =
        MethodSpec.methodBuilder("with" + capitalized(component))
            .addModifiers(Modifier.PUBLIC, Modifier.DEFAULT)
            .returns(self)
            .addJavadoc("{@return this with another $L}\n", words(component));
    var description = docs.get(name);
    if (description != null) {
      method.addJavadoc("\n@param $L $L\n", name, description);
    }
    return method;
  }

  private CodeBlock with(RecordComponentElement changed, CodeBlock value) {
    return made(component -> component.equals(changed) ? value : current(component));
  }

  private CodeBlock made(Function<RecordComponentElement, CodeBlock> argument) {
    var arguments = components.stream().map(argument::apply).collect(CodeBlock.joining(",$W"));
    var made = variables.isEmpty() ? CodeBlock.of("$T", type) : CodeBlock.of("$T<>", type);
    return CodeBlock.of("return new $L($L)", made, arguments);
  }

  private static CodeBlock current(RecordComponentElement component) {
    return CodeBlock.of("$L()", component.getSimpleName());
  }

  private MethodSpec hyperparameters() {
    var listed =
        components.stream()
            .filter(RecordWithersWriter::isHyperparameter)
            .map(each -> CodeBlock.of(".with($S, $L)", snake(each), current(each)))
            .collect(CodeBlock.joining("$Z"));
    return MethodSpec.methodBuilder("hyperparameters")
        .addAnnotation(Override.class)
        .addModifiers(Modifier.PUBLIC, Modifier.DEFAULT)
        .returns(
            ParameterizedTypeName.get(
                ClassName.get(Map.class), ClassName.get(String.class), SCALAR_OR_SCHEDULE))
        .addStatement("return new $T()$L.values()", INJECTION, listed)
        .build();
  }

  private MethodSpec withHyperparameters() {
    return MethodSpec.methodBuilder("withHyperparameters")
        .addAnnotation(Override.class)
        .addModifiers(Modifier.PUBLIC, Modifier.DEFAULT)
        .returns(self)
        .addParameter(
            ParameterizedTypeName.get(
                ClassName.get(Map.class), ClassName.get(String.class), SCALAR_OR_SCHEDULE),
            "values")
        .addStatement("var injection = new $T(this, values)", INJECTION)
        .addStatement(
            made(each ->
                isHyperparameter(each)
                    ? CodeBlock.of(
                        "injection.$L($S, $L)", injected(each), snake(each), current(each))
                    : current(each)))
        .build();
  }

  private static boolean isHyperparameter(RecordComponentElement component) {
    return isScalar(component.asType())
        || TypeNames.of(component.asType()).withoutAnnotations().equals(SCALAR_OR_SCHEDULE);
  }

  /** The method of an injection for a type; components that may be unset have another one. */
  private static String injected(RecordComponentElement component) {
    boolean isUnset = mayBeUnset(component);
    return isScalar(component.asType())
        ? isUnset ? "scalarOrUnset" : "scalar"
        : isUnset ? "scalarOrScheduleOrUnset" : "scalarOrSchedule";
  }

  private static boolean mayBeUnset(RecordComponentElement component) {
    return TypeNames.of(component.asType()).isAnnotated();
  }

  private static boolean isScalar(TypeMirror type) {
    return TypeNames.of(type).withoutAnnotations().equals(SCALAR);
  }

  private static String capitalized(RecordComponentElement component) {
    var name = component.getSimpleName().toString();
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  /** The name of a component as words, such as weight decay. */
  private static String words(RecordComponentElement component) {
    return snake(component).replace('_', ' ');
  }

  /** The name of a component as Optax has it, such as weight_decay. */
  private static String snake(RecordComponentElement component) {
    return component
        .getSimpleName()
        .toString()
        .replaceAll("([A-Z])", "_$1")
        .toLowerCase(Locale.ROOT);
  }
}
