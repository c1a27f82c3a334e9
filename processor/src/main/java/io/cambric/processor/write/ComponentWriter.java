package io.cambric.processor.write;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import io.cambric.processor.read.ComponentModel;
import io.cambric.processor.read.ConstructorModel;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.read.Member;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.RuntimeTypes;
import java.util.ArrayList;
import java.util.Set;
import java.util.stream.IntStream;
import javax.lang.model.element.Modifier;

/** Writes the members for components: factories, accessors and withers. */
final class ComponentWriter {

  private final ModuleModel module;

  ComponentWriter(ModuleModel module) {
    this.module = module;
  }

  MethodSpec factory(ConstructorModel constructor) {
    var typeVariables = new ArrayList<>(module.typeVariables());
    typeVariables.addAll(constructor.typeVariables());
    var doc =
        Javadocs.of(
            constructor.doc().withReturn("the module, without variables"),
            "Creates %s.".formatted(Javadocs.aOrAn(module.module().simpleName())));
    var method =
        MethodSpec.methodBuilder("of")
            .addJavadoc(doc)
            .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
            .addTypeVariables(typeVariables)
            .returns(module.moduleType());
    Code.addParameters(method, constructor.parameters(), constructor.element());
    return method
        .addStatement(
            "return construct($L, () -> $L)",
            ModuleWriter.type(module),
            construction(Code.arguments(constructor.parameters())))
        .build();
  }

  MethodSpec accessor(ComponentModel component) {
    var method = MethodSpec.methodBuilder(component.name()).addModifiers(Modifier.PUBLIC);
    if (module.overrides(new Member.Accessor(component))) {
      method.addAnnotation(Override.class);
    }
    Code.deprecation(component.element().getAccessor()).ifPresent(method::addAnnotation);
    return method
        .addJavadoc(Javadocs.returned(component))
        .returns(component.type())
        .addStatement(
            component.mayHoldModule()
                ? "return attribute($T.<$T>definition(this).$L())"
                : "return $T.<$T>definition(this).$L()",
            RuntimeTypes.MODULE,
            module.definitionType(),
            component.name())
        .build();
  }

  MethodSpec wither(ComponentModel component) {
    var def = Code.free("def", Set.of(component.name()));
    var arguments = new ArrayList<CodeBlock>();
    for (var other : module.components()) {
      arguments.add(
          other.equals(component)
              ? CodeBlock.of("$L", other.name())
              : CodeBlock.of("$L.$L()", def, other.name()));
    }
    var tags = new ArrayList<>(Javadocs.param(component.name(), component.doc()));
    tags.add(Javadocs.returns("the changed copy"));
    var method =
        MethodSpec.methodBuilder(ElementNames.wither(component.name()))
            .addJavadoc(
                Javadocs.of(
                    "Copies this module with a different {@code %s}.".formatted(component.name()),
                    tags))
            .addModifiers(Modifier.PUBLIC)
            .addParameter(component.type(), component.name())
            .returns(module.moduleType());
    Code.deprecation(component.element().getAccessor()).ifPresent(method::addAnnotation);
    return method
        .addStatement(
            "return rebuild(($T $L) -> $L)",
            module.definitionType(),
            def,
            construction(arguments.stream().collect(Code.LIST)))
        .build();
  }

  /** A wither that takes integers for a list, or for a type made from a list. */
  MethodSpec wither(Member.IntWither wither) {
    var component = wither.component();
    var name = component.name();
    var tags = new ArrayList<>(Javadocs.param(name, component.doc()));
    var more = Code.free("more", Set.of(name));
    var method = MethodSpec.methodBuilder(wither.name()).addModifiers(Modifier.PUBLIC);
    method.addParameter(TypeName.INT, name);
    if (wither.isList()) {
      tags.addAll(Javadocs.param(more, "the values after the first"));
      method.addParameter(ArrayTypeName.of(TypeName.INT), more).varargs();
    }
    tags.add(Javadocs.returns("the changed copy"));
    Code.deprecation(component.element().getAccessor()).ifPresent(method::addAnnotation);
    var value =
        wither.isList()
            ? CodeBlock.of(
                "$1T.concat($1T.of($2L), $1T.of($3L)).boxed().toList()",
                IntStream.class,
                name,
                more)
            : CodeBlock.of("$T.of($L)", component.type().withoutAnnotations(), name);
    return method
        .addJavadoc(
            Javadocs.of(
                "Copies this module with a different {@code %s}, given as %s."
                    .formatted(name, wither.isList() ? "numbers" : "a number"),
                tags))
        .returns(module.moduleType())
        .addStatement("return $L($L)", wither.name(), value)
        .build();
  }

  private CodeBlock construction(CodeBlock arguments) {
    return CodeBlock.of(
        module.isGeneric() ? "new $T<>($L)" : "new $T($L)", module.definition(), arguments);
  }
}
