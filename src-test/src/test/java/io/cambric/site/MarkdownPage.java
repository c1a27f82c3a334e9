package io.cambric.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A page of Markdown in the form of GitHub.
 *
 * @param file relative to the root of the project
 * @param document the parsed text
 * @param headings in order
 */
record MarkdownPage(Path file, Node document, List<Heading> headings) {

  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  /** {@return a page of the project} */
  static MarkdownPage read(Path root, Path file) throws IOException {
    var document = PARSER.parse(Files.readString(root.resolve(file)));
    var headings = new ArrayList<Heading>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(org.commonmark.node.Heading heading) {
            headings.add(heading(heading));
          }
        });
    return new MarkdownPage(file, document, headings);
  }

  private static Heading heading(org.commonmark.node.Heading node) {
    return Heading.of(node.getLevel(), text(node));
  }

  private static String text(Node node) {
    var text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text part) {
            text.append(part.getLiteral());
          }

          @Override
          public void visit(Code part) {
            text.append(part.getLiteral());
          }
        });
    return text.toString();
  }

  /** {@return the text of the first heading, or the name of the file} */
  String title() {
    return headings.isEmpty() ? file.getFileName().toString() : headings.getFirst().text();
  }

  /** {@return the code of the first block in a language} */
  String firstCode(String language) {
    for (var node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof FencedCodeBlock block && language.equals(block.getInfo())) {
        return block.getLiteral();
      }
    }
    throw new IllegalArgumentException("%s has no block of %s.".formatted(file, language));
  }

  /** {@return the first table below the first heading that contains a text, as HTML} */
  String firstTable(String below) {
    boolean isBelow = false;
    for (var node = document.getFirstChild(); node != null; node = node.getNext()) {
      isBelow |= node instanceof org.commonmark.node.Heading && text(node).contains(below);
      if (isBelow && node instanceof org.commonmark.ext.gfm.tables.TableBlock) {
        return renderer(UnaryOperator.identity()).render(node);
      }
    }
    throw new IllegalArgumentException("%s has no table below \"%s\".".formatted(file, below));
  }

  /**
   * {@return the body as HTML}
   *
   * @param links from a destination on the page to one in the site
   */
  String toHtml(UnaryOperator<String> links) {
    return renderer(links).render(document);
  }

  private static HtmlRenderer renderer(UnaryOperator<String> links) {
    return HtmlRenderer.builder()
        .extensions(List.of(TablesExtension.create()))
        .attributeProviderFactory(_ ->
            (node, _, attributes) -> {
              if (node instanceof Image image) {
                attributes.put("src", links.apply(image.getDestination()));
              }
              if (node instanceof Link link) {
                attributes.put("href", links.apply(link.getDestination()));
              } else if (node instanceof org.commonmark.node.Heading heading) {
                attributes.put("id", heading(heading).anchor());
              }
            })
        .nodeRendererFactory(CodeBlocks::new)
        .build();
  }

  /** Blocks of code with marks. */
  private record CodeBlocks(HtmlNodeRendererContext context) implements NodeRenderer {

    @Override
    public java.util.Set<Class<? extends Node>> getNodeTypes() {
      return java.util.Set.of(FencedCodeBlock.class);
    }

    @Override
    public void render(Node node) {
      var block = (FencedCodeBlock) node;
      var language = block.getInfo() == null ? "" : block.getInfo().split(" ")[0];
      var html = context.getWriter();
      html.line();
      html.raw(
          "<pre class=\"code %s\" tabindex=\"0\"><code>%s</code></pre>"
              .formatted(
                  Html.escape(language), Highlighter.of(language).toHtml(block.getLiteral())));
      html.line();
    }
  }
}
