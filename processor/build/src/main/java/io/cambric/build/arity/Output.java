package io.cambric.build.arity;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.List;
import java.util.stream.IntStream;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/**
 * Source files, generated from one type.
 *
 * @param origin the type that has the marker
 */
record Output(TypeElement origin) {

  JavaFile file(ClassName name, TypeSpec.Builder type) {
    var spec = type.addOriginatingElement(origin).build();
    return JavaFile.builder(name.packageName(), spec)
        .indent("  ")
        .skipJavaLangImports(true)
        .addFileComment("Generated; edit io.cambric.build.arity instead.")
        .build();
  }

  /** {@return a public static function without its parameters} */
  static MethodSpec.Builder function(String name, TypeName result) {
    return MethodSpec.methodBuilder(name)
        .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
        .returns(result);
  }

  /** {@return a public method without its parameters} */
  static MethodSpec.Builder method(String name, TypeName result) {
    return MethodSpec.methodBuilder(name).addModifiers(Modifier.PUBLIC).returns(result);
  }

  /** {@return a class of static functions} */
  static TypeSpec.Builder functions(ClassName name) {
    return TypeSpec.classBuilder(name)
        .addModifiers(Modifier.FINAL)
        .addMethod(MethodSpec.constructorBuilder().addModifiers(Modifier.PRIVATE).build());
  }

  static List<ParameterSpec> parameters(List<? extends TypeName> types, List<String> names) {
    return IntStream.range(0, types.size())
        .mapToObj(i -> ParameterSpec.builder(types.get(i), names.get(i)).build())
        .toList();
  }

  static AnnotationSpec suppress(String kind) {
    return AnnotationSpec.builder(SuppressWarnings.class).addMember("value", "$S", kind).build();
  }
}
