package io.cambric.processor.write;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.cambric.processor.read.ComponentModel;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.RuntimeTypes;
import io.cambric.processor.read.SetupModel;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;

/** Writes the public mirror of a setup record, and the method that returns it. */
final class PartsWriter {

  private final ModuleModel module;
  private final SetupModel setup;

  PartsWriter(ModuleModel module, SetupModel setup) {
    this.module = module;
    this.setup = setup;
  }

  TypeSpec mirror() {
    var constructor = MethodSpec.constructorBuilder();
    for (var component : setup.components()) {
      constructor.addParameter(ParameterSpec.builder(component.type(), component.name()).build());
    }
    var names = setup.components().stream().map(ComponentModel::name).toList();
    var kept = new ArrayList<>(names);
    setup.typeVariables().forEach(v -> kept.add("<" + v.name() + ">"));
    return TypeSpec.recordBuilder(setup.recordName().simpleName())
        .addJavadoc(
            Javadocs.of(
                setup.doc().keepingParams(kept),
                "The parts of %s.".formatted(Javadocs.aOrAn(module.module().simpleName()))))
        .addModifiers(Modifier.PUBLIC)
        .addTypeVariables(setup.typeVariables())
        .recordConstructor(constructor.build())
        .build();
  }

  MethodSpec getter() {
    var local = setup.components().isEmpty() ? CodeBlock.of("") : components();
    var method =
        MethodSpec.methodBuilder(setup.methodName())
            .addJavadoc(doc())
            .addModifiers(Modifier.PUBLIC)
            .returns(mirrorType());
    if (!setup.components().isEmpty()) {
      method.addStatement(
          "var parts = $T.<$T>templateParts(this)", RuntimeTypes.MODULE, setup.returnType());
    }
    return method
        .addStatement(
            isGeneric() ? "return new $T<>($L)" : "return new $T($L)", mirrorName(), local)
        .build();
  }

  /** The Javadoc of the getter, with the descriptions of the parts. */
  private CodeBlock doc() {
    var described =
        setup.components().stream()
            .filter(component -> !setup.doc().param(component.name()).isEmpty())
            .map(component ->
                "  <li>{@code %s}: %s"
                    .formatted(component.name(), setup.doc().param(component.name())))
            .toList();
    var list =
        described.isEmpty() ? "" : "\n\n<ul>\n%s\n</ul>".formatted(String.join("\n", described));
    return Javadocs.of(
        "{@return the parts of this module: bound if this module is bound, templates otherwise}"
            + list,
        List.of());
  }

  private CodeBlock components() {
    return setup.components().stream()
        .map(component -> CodeBlock.of("parts.$L()", component.name()))
        .collect(Code.LIST);
  }

  private boolean isGeneric() {
    return setup.returnType() instanceof ParameterizedTypeName;
  }

  private ClassName mirrorName() {
    return module.module().nestedClass(setup.recordName().simpleName());
  }

  private TypeName mirrorType() {
    return setup.returnType() instanceof ParameterizedTypeName type
        ? ParameterizedTypeName.get(mirrorName(), type.typeArguments().toArray(TypeName[]::new))
        : mirrorName();
  }
}
