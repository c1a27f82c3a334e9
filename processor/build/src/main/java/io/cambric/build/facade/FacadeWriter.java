package io.cambric.build.facade;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;

/** Writes the class of a façade: each function calls that of its topic. */
final class FacadeWriter {

  /** The annotations that callers' compilers read. */
  private static final Set<String> COPIED = Set.of("java.lang.Deprecated", "java.lang.SafeVarargs");

  /** The lint on overloads that differ in the type of a function only. */
  private static final String OVERLOADS = "overloads";

  private final FacadeContents contents;
  private final List<Overload> functions;
  private final FacadeDocs docs;

  FacadeWriter(FacadeContents contents, List<Overload> functions, FacadeDocs docs) {
    this.contents = contents;
    this.functions = functions;
    this.docs = docs;
  }

  JavaFile file() {
    var facade = contents.facade();
    var type =
        TypeSpec.classBuilder(facade)
            .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
            .addJavadoc("$L", docs.of(contents.marked()))
            .addOriginatingElement(contents.marked())
            .addMethod(MethodSpec.constructorBuilder().addModifiers(Modifier.PRIVATE).build());
    contents.common().ifPresent(common -> type.superclass(ClassName.get(common)));
    contents.topics().forEach(type::addOriginatingElement);
    functions.forEach(function -> type.addMethod(method(function)));
    if (contents.topics().anyMatch(FacadeWriter::hasCloseOverloads)) {
      type.addAnnotation(suppress(OVERLOADS));
    }
    return JavaFile.builder(facade.packageName(), type.build())
        .indent("  ")
        .skipJavaLangImports(true)
        .addFileComment(
            "Generated from $L and the topics that it lists; edit those instead.",
            contents.marked().getSimpleName())
        .build();
  }

  /** {@return whether a topic has overloads that differ in the type of a function only} */
  private static boolean hasCloseOverloads(TypeElement topic) {
    var suppressed = topic.getAnnotation(SuppressWarnings.class);
    return suppressed != null && List.of(suppressed.value()).contains(OVERLOADS);
  }

  private static AnnotationSpec suppress(String lint) {
    return AnnotationSpec.builder(SuppressWarnings.class).addMember("value", "$S", lint).build();
  }

  private MethodSpec method(Overload overload) {
    var function = overload.function();
    var method =
        MethodSpec.methodBuilder(overload.name())
            .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
            .addJavadoc("$L", docs.of(function))
            .returns(TypeNames.of(function.getReturnType()))
            .varargs(function.isVarArgs());
    for (var annotation : function.getAnnotationMirrors()) {
      if (COPIED.contains(annotation.getAnnotationType().toString())) {
        method.addAnnotation(AnnotationSpec.get(annotation));
      }
    }
    overload.typeVariables().forEach(method::addTypeVariable);
    overload.arguments().forEach(argument -> method.addParameter(argument.spec()));
    function.getThrownTypes().forEach(thrown -> method.addException(TypeNames.of(thrown)));
    if (function.getAnnotation(SafeVarargs.class) != null) {
      // The function that receives the array is safe as well.
      method.addAnnotation(suppress("varargs"));
    }
    return method.addStatement(call(overload)).build();
  }

  private static CodeBlock call(Overload overload) {
    var function = overload.function();
    var arguments =
        overload.arguments().stream()
            .map(Overload.Argument::code)
            .collect(CodeBlock.joining(",$W"));
    var topic = ClassName.get((TypeElement) function.getEnclosingElement());
    boolean isVoid = function.getReturnType().getKind() == TypeKind.VOID;
    return CodeBlock.of(
        "$L$T.$L($L)", isVoid ? "" : "return ", topic, function.getSimpleName(), arguments);
  }
}
